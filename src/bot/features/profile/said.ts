import type { Guide, Profile } from "../../../actions/index.ts";
import { footer, quoted } from "../../format.ts";
import { type Html, lines } from "../../html.ts";
import { problemText } from "../../problem.ts";
import { routes } from "../../routes.ts";
import type { T } from "../../texts.ts";
import { type Button, link, tap, type View } from "../../view.ts";
import type { Said } from "./after.ts";

export interface SectionData {
	profile: Profile;
	guide: Guide;
	said: Said;
}

/** A section of the profile: what became of the last change stands above it, a doubt brings its own button. */
export function sectionView(t: T, said: Said, parts: readonly (Html | false | null)[], buttons: Button[][]): View {
	const sure = said.doubt ? [[tap(t("profile-sure"), "sure", { value: said.pending ?? "{}", style: "danger" })]] : [];
	const back = link(t("button-back"), routes.profile, {});
	return { text: lines([saidLines(t, said), ...parts], "\n\n"), buttons: [...sure, ...buttons, footer(t, back)] };
}

/** What a section takes, beside the desk's own words, which are English. */
const rules: Readonly<Record<string, string>> = {
	[routes.profileWhitelist.name]: "profile-rule-whitelist",
	[routes.profileWebhook.name]: "profile-rule-webhook",
	[routes.profileDefaults.name]: "profile-rule-defaults",
	[routes.profilePresets.name]: "profile-rule-presets",
	[routes.profileEdges.name]: "profile-rule-edges",
};

export function saidLines(t: T, { note, vars, refused, doubt }: Said): Html | null {
	if (note !== undefined) return t.html(note, vars);
	if (refused) {
		const { code, message, section } = refused;
		if (code !== "validation_error" || message === "") {
			return lines([t.html("profile-refused"), problemText(t, refused)]);
		}
		const rule = section === undefined ? undefined : rules[section];
		return lines([t.html("profile-refused"), rule !== undefined && t.html(rule), quoted(message)]);
	}
	return doubt ? t.html(`profile-doubt-${doubt.replaceAll("_", "-")}`) : null;
}
