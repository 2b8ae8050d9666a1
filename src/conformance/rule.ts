import { z } from "zod";
import type { Answer, Probe } from "./probe.ts";
import type { Feature } from "./verdict.ts";

/**
 * Most rules are sentences of the specification. With `openInSpec`, it does not decide the question, and the rule says
 * what the built-in service does. Another service may differ.
 */
export interface Rule {
	statement: string;
	openInSpec?: boolean;
	/** The features that the test uses, so a passed test proves that they work, and a failed one that they do not. */
	features?: readonly Feature[];
	/**
	 * Features that depend on the rule, but that its test does not use. A failed test proves that they do not work. A
	 * passed test proves nothing about them.
	 */
	neededBy?: readonly Feature[];
	/** Resolves if the service keeps the rule, with what was learned about its dialect, if anything. */
	check(probe: Probe, purchases: PurchaseData): Promise<unknown>;
}

/** A choice that the specification leaves open. */
export class Learned {
	readonly words: string;
	constructor(words: string) {
		this.words = words;
	}
}

export interface Chapter {
	title: string;
	/** The chapter's rules are skipped unless the run may spend enough money. */
	spends: boolean;
	rules: readonly Rule[];
}

/** Prepared once per run, and only if the run may spend money. */
export interface PurchaseData {
	/**
	 * Available, under the TLD where all purchases together cost least. The first rule that buys something registers this
	 * name, and the others use it.
	 */
	domain: string;
	/** Also available, for the rule about registering several domains at once. */
	second: string;
	registerCents: number;
	renewCents: number;
	/** Random, so that it distinguishes the orders of this run. */
	reference: string;
}

/** The message says what the service did instead. */
export class RuleBroken extends Error {
	override readonly name = "RuleBroken";
}

/** The message says why the rule cannot be tested on this service. */
export class RuleSkipped extends Error {
	override readonly name = "RuleSkipped";
}

/** Throws `RuleBroken` for any other answer than a success envelope. */
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

/** Throws `RuleBroken` for any other answer. */
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

/** The counts must agree with `items`. */
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
