import { z } from "zod";
import type { Answer, Probe } from "./probe.ts";
import type { Feature } from "./verdict.ts";

/**
 * One sentence of the specification, and how it is tried. `own` marks what the specification leaves open and this
 * project's service has decided: another service may do it differently.
 */
export interface Rule {
	says: string;
	own?: boolean;
	/** The features that the rule exercises: kept, they work; broken, they do not. */
	features?: readonly Feature[];
	/** Features that need the rule but are not exercised by it: kept, it proves nothing of them; broken, they do not work. */
	neededBy?: readonly Feature[];
	check(probe: Probe, purse: Purse): Promise<void>;
}

export interface Chapter {
	title: string;
	/** Whether its rules buy something, so that they need leave to spend. */
	spends: boolean;
	rules: readonly Rule[];
}

/** What the rules of the chapters that buy work on. Prepared once, and only with leave to spend. */
export interface Purse {
	/** A name that nobody has, of the cheapest zone: bought by the first rule, used by the others. */
	domain: string;
	/** A second one, for the batch. */
	second: string;
	registerCents: number;
	renewCents: number;
	/** Names the run, so that its orders can be told from others. */
	reference: string;
}

/** A rule is broken; the message says what was seen instead. */
export class Broken extends Error {
	override readonly name = "Broken";
}

/** A rule could not be tried here; the message says why. */
export class Untried extends Error {
	override readonly name = "Untried";
}

/** The result of a success in the shape that the rule needs, or the rule is broken. */
export function expectResult<Schema extends z.ZodType>(answer: Answer, schema: Schema): z.output<Schema> {
	if (answer.status !== 200) throw new Broken(`answered ${answer.status}: ${shorten(answer.text)}`);
	if (!success.safeParse(answer.body).success) throw new Broken(`no success envelope: ${shorten(answer.text)}`);
	const read = schema.safeParse(answer.result);
	if (read.success) return read.data;
	throw new Broken(`${z.prettifyError(read.error).replaceAll("\n", " ")}: ${shorten(answer.text)}`);
}

const success = z.looseObject({ status: z.literal(true), result: z.unknown() });
const problem = z.looseObject({
	status: z.literal(false),
	error: z.looseObject({ code: z.string().min(1), message: z.string().min(1) }),
});

/** A refusal in the error envelope, with this status and, where it is given, this code. */
export function expectRefusal(answer: Answer, status: number | readonly number[], code?: string): void {
	const statuses = [status].flat();
	if (!statuses.includes(answer.status)) {
		throw new Broken(`answered ${answer.status} and not ${statuses.join(" or ")}: ${shorten(answer.text)}`);
	}
	if (!problem.safeParse(answer.body).success) throw new Broken(`no error envelope: ${shorten(answer.text)}`);
	if (code !== undefined && answer.code !== code) throw new Broken(`the code is ${answer.code} and not ${code}`);
}

export function expectThat(condition: boolean, seen: string): void {
	if (!condition) throw new Broken(seen);
}

/** A batch result: one entry per item, and counts that add up. */
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
