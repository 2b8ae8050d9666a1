import { z } from "zod";
import type { BotContext, ButtonPress } from "../context.ts";
import type { T } from "./texts.ts";
import { type Button, tap } from "./view.ts";

/** What a person chose of a list. `all`: everything that matches except `names`; otherwise exactly `names`. */
export const selection = z.object({ all: z.boolean(), names: z.array(z.string()) });
export type Selection = z.infer<typeof selection>;

/** Names that are listed one by one. With more, a stored screen would grow without limit. */
const mostNames = 500;

export function isSelected({ all, names }: Selection, name: string): boolean {
	return names.includes(name) !== all;
}

/** Selects a name, or removes it. A selection that names too many already stays as it is. */
export function toggle(chosen: Selection, name: string): Selection {
	const { all, names } = chosen;
	if (names.includes(name)) return { all, names: names.filter((each) => each !== name) };
	return names.length < mostNames ? { all, names: [...names, name] } : chosen;
}

/** Returns how many of `total` matching names are selected; never below 0, although the list may have shrunk. */
export function countSelected({ all, names }: Selection, total: number): number {
	return all ? Math.max(0, total - names.length) : names.length;
}

/** Returns the button that selects a name, or removes it. */
export function selectButton(selection: Selection, name: string, label: string): Button {
	return tap(`${isSelected(selection, name) ? "☑️" : "▫️"} ${label}`, "select", { value: name });
}

/** Returns the buttons that select all matching names or none. */
export function selectAllButtons(t: T, total: number): Button[] {
	return [tap(t("selection-all", { count: total }), "all"), tap(t("selection-none"), "none")];
}

/** Returns the handlers of these buttons. `change` shows the screen with the new selection. */
export function selectionCallbacks(
	current: (ctx: BotContext) => Selection | undefined,
	change: (ctx: BotContext, selected: Selection) => void,
) {
	return {
		select(ctx: BotContext, { value }: ButtonPress) {
			const selected = current(ctx);
			if (selected) change(ctx, toggle(selected, value ?? ""));
		},
		all: (ctx: BotContext) => change(ctx, { all: true, names: [] }),
		none: (ctx: BotContext) => change(ctx, { all: false, names: [] }),
	};
}
