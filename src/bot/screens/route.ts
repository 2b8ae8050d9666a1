import { z } from "zod";
import type { Params } from "../ports.ts";

/** A kind of screen by its name. */
export interface Route<P extends Params> {
	name: string;
	/** The stored parameters that find its rows again; null when they are of another time. */
	parse(stored: unknown): P | null;
	/** Drawn while a conversation waits for an answer to it. */
	asks: boolean;
}

export function route<S extends z.ZodRawShape>(name: string, shape: S): Route<z.infer<z.ZodObject<S>>> {
	const params = z.object(shape);
	return { name, parse: (stored) => params.safeParse(stored).data ?? null, asks: false };
}

/** `edited`: it is asked again because an edited message answers nothing. */
type Edited = { edited: z.ZodOptional<z.ZodBoolean> };

/** Drawn while a conversation waits for an answer to it. */
export function question<S extends z.ZodRawShape>(name: string, shape: S): Route<z.infer<z.ZodObject<S & Edited>>> {
	return { ...route(name, { ...shape, edited: z.boolean().optional() }), asks: true };
}

/** A screen to show, decided apart from showing it. */
export interface Destination {
	route: Route<Params>;
	params: Params;
}

export function to<P extends Params>(route: Route<P>, params: P): Destination {
	return { route, params };
}
