import type { Params, Person, Subject } from "../ports.ts";
import { lines } from "./html.ts";
import type { Route } from "./route.ts";
import type { T } from "./texts.ts";
import type { View } from "./view.ts";

/** What a screen is drawn for. The rows behind it are read while drawing, so that a late drawing shows the truth. */
export interface Drawing<P> {
	params: P;
	subject: Subject | null;
	person: Person;
	t: T;
	/** What the handler that asked for this screen holds in memory and nobody keeps; null at every later drawing. */
	secret: string | null;
}

/** A route that can be drawn, by a handler right away or by a job later. */
export interface ScreenKind {
	name: string;
	/** Null when the stored parameters no longer fit the route. */
	draw(stored: Drawing<Params>): Promise<View | null>;
}

export function defineScreen<P extends Params>(
	route: Route<P>,
	draw: (drawing: Drawing<P>) => View | Promise<View>,
): ScreenKind {
	return {
		name: route.name,
		async draw(stored) {
			const params = route.parse(stored.params);
			const view = params && (await draw({ ...stored, params }));
			if (!view || !route.asks || params["edited"] !== true) return view;
			return { ...view, text: lines([stored.t.html("question-edited"), view.text], "\n\n") };
		},
	};
}
