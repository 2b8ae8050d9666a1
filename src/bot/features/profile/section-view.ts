import type { Guide, Profile } from "../../../actions/index.ts";
import { footer } from "../../screens/format.ts";
import { type Html, lines, paragraphs, shorten } from "../../screens/html.ts";
import type { Route } from "../../screens/route.ts";
import { problemText } from "../../screens/service-error.ts";
import type { T } from "../../screens/texts.ts";
import { type Button, link, tap, type View } from "../../screens/view.ts";
import { routes } from "../../screens.ts";
import type { ChangeResultParams } from "./change-destination.ts";

export interface SectionData {
	profile: Profile;
	guide: Guide;
	changeResult: ChangeResultParams;
	route: Route<ChangeResultParams>;
}

/**
 * The less serious reasons to ask for a second confirmation (`doubt`). A change with such a reason deletes nothing, and
 * no program of the owner loses its access. The button that confirms it is blue and not red.
 */
const mildDoubts: ReadonlySet<ChangeResultParams["doubt"]> = new Set(["everyone", "default_edge_zones"]);

/**
 * Shows a section of the profile, with the result of the last change at the top. If a change needs a second
 * confirmation, adds a button for it, and shows *Cancel* instead of *Back*.
 */
export function sectionView(
	t: T,
	{ changeResult, route }: SectionData,
	parts: readonly (Html | false | null)[],
	buttons: Button[][],
): View {
	const { doubt, pending = "{}", page } = changeResult;
	const text = doubt && t(`profile-sure-${doubt.replaceAll("_", "-")}`);
	const style = doubt && mildDoubts.has(doubt) ? "primary" : "danger";
	const confirmation = text ? [[tap(text, "sure", { value: pending, style })]] : [];
	const back = text ? link(t("operation-leave"), route, { page }) : link(t("button-back"), routes.profile, {});
	return {
		text: paragraphs([changeResultLines(t, changeResult), ...parts]),
		buttons: [...confirmation, ...buttons, footer(t, back)],
	};
}

export function changeResultLines(t: T, { noticeKey, vars, refused, doubt }: ChangeResultParams): Html | null {
	if (noticeKey !== undefined) return t.html(noticeKey, vars);
	if (refused) return lines([t.html("profile-refused"), refusalText(t, refused)]);
	return doubt ? t.html(`profile-doubt-${doubt.replaceAll("_", "-")}`) : null;
}

function refusalText(t: T, { reason, ...problem }: NonNullable<ChangeResultParams["refused"]>): Html {
	if (!reason) return problemText(t, problem);
	const [family, ...rest] = reason.problem.split("_");
	const part = shorten(reason.part ?? "", 80);
	// The screens that ask for nameservers have texts about invalid nameservers. Use these texts here too.
	if (family === "servers") return t.html(`servers-problem-${rest.join("-")}`, { part });
	return t.html(`profile-problem-${reason.problem.replaceAll("_", "-")}`, { part });
}

/** Returns the button that opens the log of the webhook. */
export function deliveriesButton(t: T): Button {
	return link(t("account-deliveries"), routes.deliveries, { failedOnly: false, page: 1 });
}
