import { z } from "zod";
import type { Answer, Probe } from "./probe.ts";
import type { Feature } from "./verdict.ts";

/**
 * One rule for a service, and its test. Most rules are sentences of the specification. With `openInSpec`, the
 * specification does not decide the question, and the rule says what the built-in service does. Another service may
 * differ.
 */
export interface Rule {
	statement: string;
	openInSpec?: boolean;
	/**
	 * The bot's features that the test uses. A passed test proves that they work. A failed test proves that they do not.
	 */
	features?: readonly Feature[];
	/**
	 * Features that depend on the rule, but that its test does not use. A failed test proves that they do not work. A
	 * passed test proves nothing about them.
	 */
	neededBy?: readonly Feature[];
	/** Resolves if the service keeps the rule, with what was learned about its dialect, if anything. */
	check(probe: Probe, purchases: PurchaseData): Promise<unknown>;
}

/** What a kept rule shows about the service's dialect: a choice that the specification leaves open. */
export class Learned {
	readonly words: string;
	constructor(words: string) {
		this.words = words;
	}
}

export interface Chapter {
	title: string;
	/** True if the chapter's rules buy something. They are skipped unless the run may spend enough money. */
	spends: boolean;
	rules: readonly Rule[];
}

/** Data for the rules that buy something. It is prepared once per run, and only if the run may spend money. */
export interface PurchaseData {
	/**
	 * An available name under the TLD where all purchases together cost least. The first rule that buys something
	 * registers this name, and the other rules use it.
	 */
	domain: string;
	/** A second available name, for the rule about registering several domains at once. */
	second: string;
	registerCents: number;
	renewCents: number;
	/** A random text that distinguishes the orders of this run from others. */
	reference: string;
}

/** Thrown if the service breaks the rule. The message says what the service did instead. */
export class RuleBroken extends Error {
	override readonly name = "RuleBroken";
}

/** Thrown if the rule cannot be tested on this service. The message says why. */
export class RuleSkipped extends Error {
	override readonly name = "RuleSkipped";
}

/** Returns the result of a success envelope, parsed by `schema`. Throws `RuleBroken` for any other answer. */
export function expectResult<Schema extends z.ZodType>(answer: Answer, schema: Schema): z.output<Schema> {
	if (answer.status !== 200) throw new RuleBroken(`answered ${answer.status}: ${shorten(answer.text)}`);
	if (!success.safeParse(answer.body).success) throw new RuleBroken(`not a success envelope: ${shorten(answer.text)}`);
	const read = schema.safeParse(answer.result);
	if (read.success) return read.data;
	throw new RuleBroken(`${z.prettifyError(read.error).replaceAll("\n", " ")}: ${shorten(answer.text)}`);
}

const success = z.looseObject({ status: z.literal(true), result: z.unknown() });
const problem = z.looseObject({
	status: z.literal(false),
	error: z.looseObject({ code: z.string().min(1), message: z.string().min(1) }),
});

/** Throws `RuleBroken` unless the answer is an error envelope with this status and, if given, this code. */
export function expectRefusal(answer: Answer, status: number | readonly number[], code?: string): void {
	const statuses = [status].flat();
	if (!statuses.includes(answer.status)) {
		throw new RuleBroken(`the status is ${answer.status}, expected ${statuses.join(" or ")}: ${shorten(answer.text)}`);
	}
	if (!problem.safeParse(answer.body).success) throw new RuleBroken(`not an error envelope: ${shorten(answer.text)}`);
	if (code !== undefined && answer.code !== code) throw new RuleBroken(`the code is ${answer.code}, expected ${code}`);
}

export function expectThat(condition: boolean, seen: string): void {
	if (!condition) throw new RuleBroken(seen);
}

/**
 * The schema of the result of a batch. `items` has one entry per item, and the counts must agree with these entries.
 */
export const batch = z
	.looseObject({
		count: z.int(),
		success: z.int(),
		failed: z.int(),
		items: z.array(
			z.looseObject({ success: z.boolean().optional(), error: z.looseObject({ code: z.string() }).optional() }),
		),
	})
	.refine(({ count, success, failed, items }) => count === success + failed && count === items.length, {
		message: "the counts do not add up",
	});

export function succeeded({ success, error }: z.output<typeof batch>["items"][number]): boolean {
	return success ?? error === undefined;
}

export function shorten(text: string): string {
	return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
