import type { ChangeResult, Replaced } from "../../../actions/index.ts";
import { storeTrouble } from "../../errors.ts";
import { shorten } from "../../html.ts";
import { type Destination, type Route, routes, to } from "../../routes.ts";

export type Said = NonNullable<ReturnType<typeof routes.profile.parse>>;

/** Where a change at the desk leads: its section, with what became of it. `pending` comes back when it is asked twice. */
export function afterChange(result: ChangeResult, section: Route<Said>, pending?: object): Destination {
	switch (result.kind) {
		case "changed":
			return to(section, result.replaced ? replacedNote(result.replaced, section) : { note: "profile-saved" });
		case "ask_twice":
			return to(section, { doubt: result.doubt, pending: JSON.stringify(pending ?? {}) });
		case "refused":
			return to(section, { refused: result });
		case "not_owner":
			return to(routes.profile, { note: "profile-not-owner" });
		case "trouble":
			return to(routes.trouble, storeTrouble(result));
	}
}

/** What stood there is said, so that it can be had again. */
function replacedNote({ key, was, isDefault }: Replaced, { name }: Route<Said>) {
	const note = name === routes.profilePresets.name ? "profile-preset-replaced" : "profile-edge-replaced";
	const before = was === null ? "all" : shorten(was.join(" "), 200);
	return { note, vars: { key: shorten(key, 40), was: before, default: String(isDefault) } };
}
