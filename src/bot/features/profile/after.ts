import type { ChangeResult } from "../../../actions/index.ts";
import { storeTrouble } from "../../errors.ts";
import { type Destination, type Route, routes, to } from "../../routes.ts";

export type Said = NonNullable<ReturnType<typeof routes.profile.parse>>;

/** Where a change at the desk leads: its section, with what became of it. `pending` comes back when it is asked twice. */
export function afterChange(result: ChangeResult, section: Route<Said>, pending?: object): Destination {
	switch (result.kind) {
		case "changed":
			return to(section, { note: "profile-saved" });
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
