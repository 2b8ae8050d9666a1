import { z } from "zod";
import { Problem } from "../person/problem.ts";
import type {
	Block,
	ChooseInline,
	EditMessage,
	Fault,
	InlineQuery,
	NewForward,
	NewGroup,
	NewMessage,
	NewPerson,
	NewReaction,
	NewSticker,
	Redeliver,
	Start,
	Tap,
} from "../protocol.ts";
import { Refusal } from "../rules/refusal.ts";

const id = z.int();
const chat = id.exactOptional();
const nonEmpty = z.string().min(1);

/** The request bodies of the person's side, as `protocol.ts` describes them. */
export const bodies = {
	person: z.strictObject({
		first_name: nonEmpty.max(64),
		language_code: nonEmpty.exactOptional(),
		username: nonEmpty.exactOptional(),
	}) satisfies z.ZodType<NewPerson>,
	message: z.strictObject({
		text: z.string(),
		chat,
		thread: id.exactOptional(),
		reply_to: id.exactOptional(),
		forward: z.boolean().exactOptional(),
		anonymous: z.boolean().exactOptional(),
	}) satisfies z.ZodType<NewMessage>,
	edit: z.strictObject({ text: z.string(), chat }) satisfies z.ZodType<EditMessage>,
	tap: z.strictObject({
		message_id: id,
		row: id,
		column: id,
		chat,
		data: z.string().min(1).max(64).exactOptional(),
	}) satisfies z.ZodType<Tap>,
	start: z.strictObject({ payload: z.string().exactOptional() }) satisfies z.ZodType<Start>,
	block: z.strictObject({ blocked: z.boolean() }) satisfies z.ZodType<Block>,
	reaction: z.strictObject({ message_id: id, emoji: nonEmpty.nullable(), chat }) satisfies z.ZodType<NewReaction>,
	sticker: z.strictObject({ emoji: nonEmpty.exactOptional(), chat }) satisfies z.ZodType<NewSticker>,
	forward: z.strictObject({ message_id: id, from: chat, to: chat }) satisfies z.ZodType<NewForward>,
	inline: z.strictObject({
		query: z.string(),
		offset: z.string().exactOptional(),
		chat,
	}) satisfies z.ZodType<InlineQuery>,
	choose: z.strictObject({ index: id, chat }) satisfies z.ZodType<ChooseInline>,
	group: z.strictObject({
		title: nonEmpty.max(128),
		members: z.array(id).min(1),
		forum: z.boolean().exactOptional(),
		supergroup: z.boolean().exactOptional(),
		channel: z.boolean().exactOptional(),
		with_bot: z.boolean().exactOptional(),
	}) satisfies z.ZodType<NewGroup>,
	groupBot: z.strictObject({ person: id, status: z.enum(["administrator", "member", "left", "kicked"]) }),
	newcomer: z.strictObject({ person: id, newcomer: id }),
	actor: z.strictObject({ person: id }),
	topic: z.strictObject({ person: id, name: nonEmpty.max(128) }),
	fault: z.strictObject({
		method: nonEmpty,
		times: z.int().positive().exactOptional(),
		delay: z.number().nonnegative().exactOptional(),
		status: z.int().min(400).max(599).exactOptional(),
		description: nonEmpty.exactOptional(),
		retryAfter: z.int().positive().exactOptional(),
		cut: z.enum(["before", "after"]).exactOptional(),
	}) satisfies z.ZodType<Fault>,
	redeliver: z.strictObject({ count: z.int().positive().exactOptional() }) satisfies z.ZodType<Redeliver>,
};

/** Parses a body with its schema; throws a `Problem` that names the field. */
export function read<Body>(schema: z.ZodType<Body>, body: unknown): Body {
	const result = schema.safeParse(body ?? {});
	if (result.success) return result.data;
	throw new Problem("invalid", z.prettifyError(result.error));
}

/** Parses a number in a path. */
export function number(text: string): number {
	const value = Number(text);
	if (!Number.isSafeInteger(value)) throw new Problem("not_found", `${text} is no number`);
	return value;
}

export const statuses: Record<Problem["code"], number> = {
	invalid: 400,
	forbidden: 403,
	not_found: 404,
	timeout: 408,
	conflict: 409,
	too_large: 413,
};

/** The error that a person's client receives; null for an unexpected one. */
export function problemOf(error: unknown): Problem | null {
	if (error instanceof Problem) return error;
	// The rules for texts and files also apply to people.
	if (error instanceof Refusal) return new Problem(error.status === 413 ? "too_large" : "invalid", error.message);
	const status = error instanceof Error && "statusCode" in error ? Number(error.statusCode) : 500;
	if (status >= 500 || !(error instanceof Error)) return null;
	return new Problem(status === 413 ? "too_large" : "invalid", error.message);
}
