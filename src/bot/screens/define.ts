import type { Params, Person, Subject } from "../ports.ts";
import { paragraphs } from "./html.ts";
import type { Route } from "./route.ts";
import type { T } from "./texts.ts";
import type { View } from "./view.ts";

/** The input of a drawing. Drawing reads the data itself, so that a late drawing shows the current state. */
export interface Drawing<P> {
	params: P;
	subject: Subject | null;
	person: Person;
	t: T;
	/** A secret from the handler that chose this screen. It exists in memory only and is null at later drawings. */
	secret: string | null;
}

/** A screen that a handler draws immediately or a job draws later. */
export interface ScreenKind {
	name: string;
	/** Returns null if the stored parameters do not fit the route. */
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
			return { ...view, text: paragraphs([stored.t.html("question-edited"), view.text]) };
		},
	};
}
