import { z } from "zod";
import type { Intent } from "../../rules/intent.ts";
import type { Params, Subject } from "../ports.ts";

/** A reference to a screen, with its parameters. Buttons and database rows store screens in this form. */
export interface RouteRef {
	to: string;
	params: Params;
}

/**
 * The task that `/cancel` ended. `what` is the locale key of the task's name; undefined if the reply does not name the
 * task.
 */
export interface Abandoned {
	what?: string;
}

/** What a screen is about, and how it treats input while it is the last screen of the chat. */
interface Rules<P> {
	/**
	 * True if the screen only answers a text: no handler has changed anything before it chose the screen, and the screen
	 * confirms nothing. Such a screen is sent before it is stored (docs/sharing.md). Default: false.
	 */
	readOnly?: (params: P) => boolean;
	/**
	 * Returns the database row that the screen shows, such as an operation. The screen is rendered again after each
	 * change of that row.
	 */
	subject?: (params: P) => Subject;
	/**
	 * True if a text can answer the question of this screen. Used for a text that follows an interrupted conversation.
	 */
	accepts?: (text: string, params: P, intent: Intent) => boolean;
	/** True if a domain name may be an answer. If false, a domain name interrupts the conversation. Default: true. */
	acceptsName?: (params: P) => boolean;
	/**
	 * True if two kinds of text may be an answer: words for what the service cannot do, such as "DNSSEC", and a record of
	 * a type that the bot does not write. If false, such a text interrupts the conversation. Default: true.
	 */
	acceptsUnsupported?: (params: P) => boolean;
	/** True if a text may be a valid answer although it looks like a token. Default: false. */
	acceptsTokenLike?: (text: string, params: P) => boolean;
	/** Returns the screen where the person can start the conversation again. */
	restart?: (params: P) => RouteRef;
	/** Returns the task that `/cancel` ends on this screen, or null. */
	onAbandon?: (params: P) => Abandoned | null;
}

/** A kind of screen: its name, the schema of its parameters, and its rules. */
export interface Route<P extends Params> {
	name: string;
	/**
	 * Returns the parameters, or null if they are invalid, for example because another version of the bot stored them.
	 */
	parse(stored: unknown): P | null;
	/** True if the screen is the question of a conversation. */
	asks: boolean;
	readOnly(stored: unknown): boolean;
	accepts(stored: unknown, text: string, intent: Intent): boolean;
	acceptsName(stored: unknown): boolean;
	acceptsUnsupported(stored: unknown): boolean;
	acceptsTokenLike(stored: unknown, text: string): boolean;
	restart(stored: unknown): RouteRef | undefined;
	onAbandon(stored: unknown): Abandoned | null;
	subject(stored: unknown): Subject | null;
}

export type ParamsOf<R> = R extends Route<infer P> ? P : never;

export function route<S extends z.ZodRawShape>(
	name: string,
	shape: S,
	rules: Rules<z.infer<z.ZodObject<S>>> = {},
): Route<z.infer<z.ZodObject<S>>> {
	const params = z.object(shape);
	const parse = (stored: unknown) => params.safeParse(stored).data ?? null;
	function apply<R>(stored: unknown, otherwise: R, rule: (params: z.infer<z.ZodObject<S>>) => R | undefined): R {
		const parsed = parse(stored);
		return (parsed && rule(parsed)) ?? otherwise;
	}
	return {
		name,
		parse,
		asks: false,
		readOnly: (stored) => apply(stored, false, (own) => rules.readOnly?.(own)),
		accepts: (stored, text, intent) => apply(stored, false, (own) => rules.accepts?.(text, own, intent)),
		acceptsName: (stored) => apply(stored, true, (own) => rules.acceptsName?.(own)),
		acceptsUnsupported: (stored) => apply(stored, true, (own) => rules.acceptsUnsupported?.(own)),
		acceptsTokenLike: (stored, text) => apply(stored, false, (own) => rules.acceptsTokenLike?.(text, own)),
		restart: (stored) => apply<RouteRef | undefined>(stored, undefined, (own) => rules.restart?.(own)),
		subject: (stored) => apply<Subject | null>(stored, null, (own) => rules.subject?.(own)),
		onAbandon: (stored) => apply<Abandoned | null>(stored, null, (own) => rules.onAbandon?.(own) ?? undefined),
	};
}

/** `edited` is true if the bot repeats the question because the person edited an earlier message. */
type Edited = { edited: z.ZodOptional<z.ZodBoolean> };

/** Declares a screen that a conversation shows while it waits for an answer. */
export function question<S extends z.ZodRawShape>(
	name: string,
	shape: S,
	rules: Rules<z.infer<z.ZodObject<S & Edited>>> = {},
): Route<z.infer<z.ZodObject<S & Edited>>> {
	return { ...route(name, { ...shape, edited: z.boolean().optional() }, rules), asks: true };
}

export function routeRef<P extends Params>(route: Route<P>, params: P): RouteRef {
	return { to: route.name, params };
}

/** A screen, with its parameters, that a function returns and its caller shows. */
export interface Destination {
	route: Route<Params>;
	params: Params;
}

export function to<P extends Params>(route: Route<P>, params: P): Destination {
	return { route, params };
}
