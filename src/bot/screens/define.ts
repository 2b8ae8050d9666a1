import type { Params, Person, Subject } from "../ports.ts";
import { paragraphs } from "./html.ts";
import type { Route } from "./route.ts";
import type { T } from "./texts.ts";
import type { View } from "./view.ts";

/**
 * The input of one render of a screen. Each render reads the data of the screen again, so that even a late render shows
 * the current state.
 */
export interface Drawing<P> {
	params: P;
	subject: Subject | null;
	person: Person;
	t: T;
	/**
	 * The secret that the handler passed when it chose this screen. It is kept in memory only, and is null at later
	 * renders.
	 */
	secret: string | null;
}

/** A kind of screen. A handler renders it immediately, or a job renders it later. */
export interface ScreenKind {
	name: string;
	/** Returns the view, or null if the stored parameters do not fit the route. */
	draw(stored: Drawing<Params>): Promise<View | null>;
	/**
	 * Makes the screen smaller after it could not be shown, and returns true if another attempt is worthwhile.
	 */
	split?(stored: Pick<Drawing<Params>, "params">): Promise<boolean>;
}

export function defineScreen<P extends Params>(
	route: Route<P>,
	draw: (drawing: Drawing<P>) => View | Promise<View>,
	split?: (params: P) => Promise<boolean>,
): ScreenKind {
	return {
		name: route.name,
		...(split && {
			async split(stored) {
				const params = route.parse(stored.params);
				return params !== null && (await split(params));
			},
		}),
		async draw(stored) {
			const params = route.parse(stored.params);
			const view = params && (await draw({ ...stored, params }));
			if (!view || !route.asks || params["edited"] !== true) return view;
			return { ...view, text: paragraphs([stored.t.html("question-edited"), view.text]) };
		},
	};
}
