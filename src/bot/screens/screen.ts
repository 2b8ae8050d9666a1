import { Composer } from "grammy";
import type { Trouble } from "../../actions/trouble.ts";
import type { BotContext } from "../context.ts";
import { acceptText, type ScreenInput } from "../input/screen-input.ts";
import type { Params, Person, Subject } from "../ports.ts";
import { routes } from "../screens.ts";
import { type CallbackHandler, onCallback } from "../updates/callbacks.ts";
import { closedView, goneView } from "./format.ts";
import { paragraphs } from "./html.ts";
import type { Destination, Route, RouteRef } from "./route.ts";
import { showTrouble } from "./shared/operation.ts";
import { isUnconnected, pendingRouteOf, unconnectedView } from "./shared/pending-route.ts";
import type { T } from "./texts.ts";
import { troubleView } from "./trouble.ts";
import { backTo, type View } from "./view.ts";

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

function defineScreen<P extends Params>(
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

interface Who {
	person: Person;
	personId: number;
}

/** One render of a screen. */
export type Shown<P> = Drawing<P> & Who;

/** A tap on a button of a screen, or a text that answers it. */
export interface Act<P> extends Who {
	params: P;
	ctx: BotContext;
	/** The value of the tapped button, "" if it has none; or the text. */
	value: string;
}

/**
 * What an act leads to: this screen with changed parameters, another screen, or the text of a trouble. If it returns
 * nothing and shows nothing itself, this screen is rendered again.
 */
// biome-ignore lint/suspicious/noConfusingVoidType: an act may end without `return`
export type Next<P> = { [Key in keyof P]?: P[Key] | undefined } | Destination | Trouble | void;

type Loaded<Data> = Exclude<Data, Trouble | null>;
type MaybePromise<Value> = Value | Promise<Value>;

interface Spec<P extends Params, Data> {
	/** Reads what the screen shows. Trouble is shown as such; null means that it no longer exists. */
	load?(shown: Shown<P>): MaybePromise<Data>;
	/** Without `load`, `data` are the parameters. */
	view(t: T, data: Loaded<Data>, shown: Shown<P>): MaybePromise<View>;
	/** The view if `load` returns null. Default: it is gone, and *Home* is the only way on. */
	missing?(t: T, shown: Shown<P>): View;
	/**
	 * A person without an account is asked to connect one first, and this screen opens afterwards. `sandbox`: people can
	 * open a sandbox account.
	 */
	connectFirst?: { sandbox: boolean };
	/** Where *Back* leads. Without it, the last row has only *Home*. */
	back?(params: P, person: Person): RouteRef | undefined;
	/** What the buttons do, by verb. */
	on?: Record<string, (act: Act<P>) => MaybePromise<Next<P>>>;
	/** Handlers that do not need the parameters, such as those of `listCallbacks`. */
	callbacks?: Record<string, CallbackHandler>;
	/** Handles a text that arrives while this is the last screen. False leaves the text to others. */
	text?(act: Act<P>): MaybePromise<Next<P> | false>;
	/** True if an edited message answers the screen again. */
	edits?: boolean;
	split?(params: P): Promise<boolean>;
}

/** A screen, and the handlers of its buttons and of its text. */
export interface Screen extends ScreenKind {
	handlers?: Composer<BotContext>;
	input?: ScreenInput;
}

export function screen<P extends Params, Data = P>(route: Route<P>, spec: Spec<NoInfer<P>, Data>): Screen {
	const { load, missing, connectFirst, on = {}, callbacks = {}, text, edits = false } = spec;
	const draw = async (drawing: Drawing<P>): Promise<View> => {
		const { t, params, person } = drawing;
		const shown = { ...drawing, personId: person.id };
		const origin = spec.back?.(params, person);
		const back = origin && backTo(t("button-back"), origin);
		// Without `load`, `Data` is `P` by default.
		const data = load ? await load(shown) : (params as unknown as Data);
		if (isTrouble(data)) {
			const pending = isUnconnected(data) ? pendingRouteOf({ routeName: route.name, params }) : undefined;
			if (connectFirst && pending) return unconnectedView(t, pending, connectFirst);
			return closedView(t, troubleView(t, data), back);
		}
		if (data === null && !missing) return goneView(t);
		// The cast is safe: the lines above have excluded what `Loaded` excludes.
		const view = data === null && missing ? missing(t, shown) : await spec.view(t, data as Loaded<Data>, shown);
		return closedView(t, view, back);
	};

	async function perform(ctx: BotContext, value: string, act: (given: Act<P>) => MaybePromise<Next<P> | false>) {
		const params = route.parse(ctx.screen?.params);
		const { person } = ctx;
		if (!params) return ctx.show(routes.stepEnded, {});
		const next = await act({ params, ctx, value, person, personId: person.id });
		if (next === false) return false;
		if (next) show(ctx, params, next);
		else if (!ctx.staged.show) ctx.redraw();
	}

	function show(ctx: BotContext, params: P, next: NonNullable<Next<P>>): void {
		if (isTrouble(next)) showTrouble(ctx, next);
		else if (isDestination(next)) ctx.show(next.route, next.params);
		else ctx.show(route, { ...params, ...said, ...next });
	}

	const acts = Object.entries(on).map(([verb, act]): [string, CallbackHandler] => [
		verb,
		(ctx, { value }) => perform(ctx, value ?? "", act),
	]);
	const read = text && ((ctx: BotContext, value: string) => perform(ctx, value, text).then((next) => next !== false));
	return {
		...defineScreen(route, draw, spec.split && ((params) => spec.split?.(params) ?? Promise.resolve(false))),
		handlers: new Composer(onCallback(route, { ...callbacks, ...Object.fromEntries(acts) })),
		...(read && { input: acceptText(route, read, { edits }) }),
	};
}

/** What a screen says once, about the last act. Changed parameters leave it out. */
const said = { noticeKey: undefined, vars: undefined, rejectedInput: undefined };

function isTrouble(data: unknown): data is Trouble {
	return typeof data === "object" && data !== null && "kind" in data && data.kind === "trouble";
}

function isDestination(next: object): next is Destination {
	return "route" in next && "params" in next;
}
