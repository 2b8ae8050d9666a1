import { z } from "zod";
import { unsupported } from "../../../rules/recognise.ts";
import { domain, draftId, origin } from "../../screens/params.ts";
import { route } from "../../screens/route.ts";

export const fallbackRoutes = {
	apology: route("apology", { reference: z.string() }),
	/**
	 * Says that a step has ended, such as a question whose conversation is over.
	 * - `exited`: the person left the step.
	 * - `again`: the screen that starts the step again.
	 * - `search`: the screen that looks up the person's late answer as a name.
	 * The route keeps its old name `outdated`, because screens stored in the database have that name.
	 */
	stepEnded: route("outdated", { exited: z.boolean().optional(), again: origin.optional(), search: origin.optional() }),
	/**
	 * Says that the service does not support a request. `search`: the screen that looks up the words of the request as a
	 * name.
	 */
	unsupported: route("unsupported", { wants: z.enum(unsupported), search: origin.optional() }),
	/**
	 * Says why a message cannot be used.
	 * - `domain` and `draftId`: the zone of refused DNS records, if known.
	 * - `command`: the name of the unknown command.
	 * - `at`: when the last part of the records was sent, as a Unix time in seconds. Set only if the person sent records
	 *   that are too long for one message. A message shortly after this time counts as the next part.
	 */
	unknown: route(
		"unknown",
		{
			content: z.enum([
				"text",
				"command",
				"file",
				"file-large",
				"file-binary",
				"file-unavailable",
				"file-unreadable",
				"file-empty",
				"file-slow",
				"file-token",
				"file-token-deleted",
				"sticker",
				"list",
				"zone-file-long",
				"zone-file-large",
				"zone-file-binary",
				"other",
			]),
			command: z.string().max(32).optional(),
			domain: domain.optional(),
			draftId,
			at: z.number().optional(),
		},
		// Telegram splits a long zone file at any position, for example inside a DKIM key. The next message then begins
		// with the rest of the key. The rest may look like a token, but it is none, and the message must not be deleted.
		{ acceptsTokenLike: (text, { content }) => content === "zone-file-long" && text.includes("\n") },
	),
};
