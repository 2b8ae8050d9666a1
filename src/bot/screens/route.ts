import { z } from "zod";
import type { Intent } from "../../rules/recognise.ts";
import type { Params } from "../ports.ts";

/** A screen with its parameters, as a button or a stored row refers to it. */
export interface RouteRef {
	to: string;
	params: Params;
}

/** What `/cancel` ended. `what`: the locale key of its name, if the reply names it. */
export interface Abandoned {
	what?: string;
}

/** How a screen treats what the person writes or does while it is the last one of the chat. */
interface InputRules<P> {
	/** True if a text answers the question. An answer that comes after the flow was interrupted is recognised by this. */
	accepts?: (text: string, params: P, intent: Intent) => boolean;
	/** False if a domain name cannot be an answer. A name then ends the flow. The default is true. */
	acceptsName?: (params: P) => boolean;
	/** True if an answer can look like a token without being one. The default is false. */
	acceptsTokenLike?: (text: string, params: P) => boolean;
	/** Returns the screen at which the person starts the flow again. */
	restart?: (params: P) => RouteRef;
	/** Returns what `/cancel` ends here, or null if nothing. */
	onAbandon?: (params: P) => Abandoned | null;
}

/** A kind of screen by its name, and its input rules. `stored` is the stored JSON of its parameters. */
export interface Route<P extends Params> {
	name: string;
	/** Returns the parameters, or null if a different version stored them. */
	parse(stored: unknown): P | null;
	/** True if the screen is the question of a conversation. */
	asks: boolean;
	accepts(stored: unknown, text: string, intent: Intent): boolean;
	acceptsName(stored: unknown): boolean;
	acceptsTokenLike(stored: unknown, text: string): boolean;
	restart(stored: unknown): RouteRef | undefined;
	onAbandon(stored: unknown): Abandoned | null;
}

/** The parameters of a route. */
export type ParamsOf<R> = R extends Route<infer P> ? P : never;

export function route<S extends z.ZodRawShape>(
	name: string,
	shape: S,
	rules: InputRules<z.infer<z.ZodObject<S>>> = {},
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
		accepts: (stored, text, intent) => apply(stored, false, (own) => rules.accepts?.(text, own, intent)),
		acceptsName: (stored) => apply(stored, true, (own) => rules.acceptsName?.(own)),
		acceptsTokenLike: (stored, text) => apply(stored, false, (own) => rules.acceptsTokenLike?.(text, own)),
		restart: (stored) => apply<RouteRef | undefined>(stored, undefined, (own) => rules.restart?.(own)),
		onAbandon: (stored) => apply<Abandoned | null>(stored, null, (own) => rules.onAbandon?.(own) ?? undefined),
	};
}

/** `edited`: the question is asked again, because the person edited an earlier message. */
type Edited = { edited: z.ZodOptional<z.ZodBoolean> };

/** A screen that a conversation shows while it waits for the answer. */
export function question<S extends z.ZodRawShape>(
	name: string,
	shape: S,
	rules: InputRules<z.infer<z.ZodObject<S & Edited>>> = {},
): Route<z.infer<z.ZodObject<S & Edited>>> {
	return { ...route(name, { ...shape, edited: z.boolean().optional() }, rules), asks: true };
}

export function routeRef<P extends Params>(route: Route<P>, params: P): RouteRef {
	return { to: route.name, params };
}

/** A screen that a function chose. Its caller shows it. */
export interface Destination {
	route: Route<Params>;
	params: Params;
}

export function to<P extends Params>(route: Route<P>, params: P): Destination {
	return { route, params };
}
