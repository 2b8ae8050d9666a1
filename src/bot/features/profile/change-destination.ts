import type { ChangeResult } from "../../../actions/index.ts";
import { shorten } from "../../screens/html.ts";
import { type Destination, type ParamsOf, type Route, to } from "../../screens/route.ts";
import { storeTrouble } from "../../screens/trouble.ts";
import { routes } from "../../screens.ts";

export type ChangeResultParams = ParamsOf<typeof routes.profile>;

/**
 * Returns the screen that shows the result of a change. Usually, this is the section of the profile to which the change
 * belongs. `pending`: the requested change. If the change needs a second confirmation, the screen stores `pending`. The
 * bot then makes this change after the confirmation.
 */
export function changeDestination(
	result: ChangeResult,
	section: Route<ChangeResultParams>,
	pending?: object,
): Destination {
	switch (result.kind) {
		case "changed":
			return to(section, savedNote(result, section));
		case "ask_twice":
			return to(section, { doubt: result.warning, pending: JSON.stringify(pending ?? {}) });
		case "refused":
			return to(section, { refused: result });
		case "not_owner":
			return to(routes.profile, { noticeKey: "profile-not-owner" });
		case "trouble":
			return to(routes.trouble, storeTrouble(result));
	}
}

/**
 * Returns the notice that a change was saved. Depending on the change, the notice also names:
 * - new whitelist entries that are networks, because they admit more than one address;
 * - TLDs that the service does not sell;
 * - the replaced value, so that the person can restore it.
 */
function savedNote(
	{ replaced, unsold = [], networks = [] }: Extract<ChangeResult, { kind: "changed" }>,
	{ name }: Route<ChangeResultParams>,
) {
	if (networks.length > 0) {
		return { noticeKey: "profile-whitelist-network", vars: { networks: shorten(networks.join(", "), 100) } };
	}
	if (!replaced && unsold.length === 0) return { noticeKey: "profile-saved" };
	const before = replaced ? (replaced.was === null ? "all" : shorten(replaced.was.join(" "), 200)) : "none";
	const vars = { key: shorten(replaced?.key ?? "", 40), was: before };
	if (name === routes.profilePresets.name) {
		return { noticeKey: "profile-preset-replaced", vars: { ...vars, default: String(replaced?.isDefault ?? false) } };
	}
	const missing = unsold.length === 0 ? "none" : shorten(unsold.join(" "), 200);
	return { noticeKey: "profile-edge-saved", vars: { ...vars, unsold: missing } };
}
