import { z } from "zod";
import { profileWarnings } from "../../rules/profile.ts";
import { skipReasons } from "../../rules/quote.ts";
import { troubleKinds } from "../../rules/trouble.ts";

export const domain = z.string();
/** The domains of a change that applies to several domains at once. */
export const domains = z.array(domain).max(500);
/** The locale key of a notice at the top of a screen. */
export const noticeKey = z.string().optional();
/** The values that the text of a notice contains. */
export const noticeVars = z.record(z.string(), z.union([z.string(), z.number()])).optional();
/** The rejected answer, or "" if the reply must not repeat it. */
export const rejectedInput = z.string().optional();
/**
 * The problem with the rejected answer: a code of `rules/dns`. If the problem is about nameservers, the code is
 * followed by a space and the invalid part.
 */
export const problem = z.string().optional();

/** A DNS record as the service stores it. */
export const record = z.object({
	type: z.string(),
	hostname: z.string(),
	value: z.string(),
	ttl: z.number().nullable(),
	priority: z.number().nullable(),
});

const anyRecord = record.extend({
	ttl: record.shape.ttl.optional(),
	priority: record.shape.priority.optional(),
	raw: z.record(z.string(), z.unknown()).optional(),
});
/** Changes of DNS records that the person has asked for. */
export const recordEdits = z.array(
	z.discriminatedUnion("edit", [
		z.object({ edit: z.enum(["add", "remove"]), record: anyRecord }),
		z.object({ edit: z.literal("change"), record: anyRecord, to: anyRecord }),
	]),
);

/**
 * The result of the person's last change: a notice, a refusal, or a doubt. A doubt is a risk that the person must
 * accept before the change is made. `pending` is that change as JSON.
 */
export const changeResult = {
	noticeKey,
	vars: z.record(z.string(), z.string()).optional(),
	refused: z
		.object({
			code: z.string(),
			message: z.string(),
			reason: z.object({ problem: z.string(), part: z.string().optional() }).optional(),
		})
		.optional(),
	doubt: z.enum(profileWarnings).optional(),
	pending: z.string().optional(),
	/** The page of the list of nameserver presets or edge profiles that the screen shows. */
	page: z.number().optional(),
};

/** The id of an operation with unconfirmed changes of records. The next change is added to these changes. */
export const draftId = z.number().optional();

/**
 * DNS records that the person sent without a domain. `text`: the content, if they sent it as a text message. `at`: when
 * they sent this message, as a Unix time in seconds. `fileId`: Telegram's id of the file, if they sent a file.
 * `fileDomain`: the domain in the name of the file, if it has one.
 */
export const sentRecords = z.object({
	text: z.string().optional(),
	at: z.number().optional(),
	fileId: z.string().optional(),
	fileDomain: domain.optional(),
});

/** The previous screen, which *Back* leads to. */
export const origin = z.object({ to: z.string(), params: z.record(z.string(), z.unknown()) });

/** A button tap that the bot can repeat. `to` and `params` are the screen of the button. */
export const repeatedTap = origin.extend({ verb: z.string(), value: z.string().nullable() });

/** The screen that a person requested before they connected an account. */
export const pendingRoute = z
	.object({ to: z.enum(["offer", "shortlist", "list", "prices"]), params: z.record(z.string(), z.unknown()) })
	.optional();

/**
 * A name that a quote leaves out.
 * - `most`: the highest number of years for which the domain can be renewed.
 * - `problem`: why the person's text is not a name, as a code of `rules/names`.
 * - `part`: the part of the text that causes the problem.
 */
export const skippedName = z.object({
	domain,
	reason: z.enum(skipReasons).exclude(["empty", "full", "record_gone", "draft_ended"]),
	most: z.number().optional(),
	problem: z.string().optional(),
	part: z.string().optional(),
});

export const trouble = {
	trouble: z.enum(troubleKinds),
	/** The time from which a retry can succeed, in ISO 8601. */
	until: z.string().optional(),
	code: z.string().optional(),
	message: z.string().optional(),
	addresses: z.array(z.string()).optional(),
	here: z.boolean().optional(),
	sandbox: z.boolean().optional(),
	connectionId: z.number().optional(),
};

/**
 * The domain whose DNS records a screen shows. `draftId`: an operation with unconfirmed changes. The next change is
 * added to these changes.
 */
export interface ScreenZone {
	domain: string;
	draftId?: number | undefined;
}

/** DNS records that the person sent without a domain. */
export type SentRecords = z.infer<typeof sentRecords>;
