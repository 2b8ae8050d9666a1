import type { Profile } from "../../../actions/index.ts";
import { pageOf } from "../../../rules/pages.ts";
import { type Html, html, lines, shorten } from "../../screens/html.ts";
import type { Route } from "../../screens/route.ts";
import type { T } from "../../screens/texts.ts";
import { type Button, link, tap, type View } from "../../screens/view.ts";
import { routes } from "../../screens.ts";
import type { ChangeResultParams } from "./change-destination.ts";
import { type SectionData, sectionView } from "./section-view.ts";

const pageSize = 10;
const ttls = [300, 3_600, 86_400];

export function defaultsView(t: T, data: SectionData): View {
	const { profile } = data;
	const { nameserverPresetKey, edgeProfileKey, defaultTtl } = profile.defaults;
	const none = t("profile-default-none");
	const isOff = profile.edgeProfiles.some(({ key, enabled }) => key === edgeProfileKey && !enabled);
	const parts = [
		t.html("profile-defaults-title"),
		lines([
			t.html("profile-default-preset", { key: nameserverPresetKey ?? none }),
			t.html("profile-default-edge", { key: edgeProfileKey ?? none }),
			isOff && t.html("profile-default-edge-off"),
			t.html("profile-default-ttl", { ttl: defaultTtl === null ? none : String(defaultTtl) }),
		]),
		t.html("profile-defaults-how"),
	];
	const choices = (what: string, mark: string, keys: readonly string[], now: string | null): Button[] =>
		["", ...keys]
			.filter((key) => key !== (now ?? ""))
			.slice(0, 6)
			.map((key) => tap(`${mark} ${key === "" ? none : shorten(key, 20)}`, what, { value: key }));
	return sectionView(t, data, parts, [
		choices("preset", "🧭", ["default", ...profile.presets.map(({ key }) => key)], nameserverPresetKey),
		choices(
			"edge",
			"🛡",
			profile.edgeProfiles.map(({ key }) => key),
			edgeProfileKey,
		),
		choices("ttl", "⏱", ttls.map(String), defaultTtl === null ? null : String(defaultTtl)),
	]);
}

export function presetsView(t: T, data: SectionData): View {
	const { profile, changeResult } = data;
	const { items, pager } = turned(t, profile.presets, changeResult, routes.profilePresets);
	const listed = items.map(({ key, nameservers }) => {
		return html`<b>${shorten(key, 40)}</b>: ${shorten(nameservers.join(", "), 120)}`;
	});
	const parts = [
		t.html("profile-presets-title"),
		items.length === 0 ? t.html("profile-presets-none") : lines(listed),
		t.html("profile-presets-how"),
	];
	const rows = items.map(({ key }) => [tap(`🗑 ${shorten(key, 45)}`, "remove", { value: key })]);
	return sectionView(t, data, parts, [...rows, pager]);
}

export function edgesView(t: T, data: SectionData): View {
	const { profile, changeResult } = data;
	const { items, pager } = turned(t, profile.edgeProfiles, changeResult, routes.profileEdges);
	const listed = items.map((each) => edgeLine(t, each));
	const parts = [
		t.html("profile-edges-title"),
		items.length === 0 ? t.html("profile-edges-none") : lines(listed),
		t.html("profile-edges-how"),
	];
	const rows = items.map(({ key, enabled }) => [
		tap(`${enabled ? "⏸" : "▶️"} ${shorten(key, 24)}`, "toggle", { value: key }),
		tap(`🗑 ${shorten(key, 24)}`, "remove", { value: key }),
	]);
	return sectionView(t, data, parts, [...rows, pager]);
}

/** Returns one page of a list, and the buttons to the previous and the next page. */
function turned<Item>(
	t: T,
	all: readonly Item[],
	{ page = 1 }: ChangeResultParams,
	section: Route<ChangeResultParams>,
) {
	const { items, page: current, pages } = pageOf(all, page, pageSize);
	const pager = [
		...(current > 1 ? [link(t("button-previous"), section, { page: current - 1 })] : []),
		...(current < pages ? [link(t("button-next"), section, { page: current + 1 })] : []),
	];
	return { items, pager };
}

function edgeLine(t: T, { key, enabled, zones }: Profile["edgeProfiles"][number]): Html {
	const where = zones === null ? t("profile-edge-all") : shorten(zones.join(" "), 60);
	return html`${enabled ? "▶️" : "⏸"} <b>${shorten(key, 40)}</b>: ${where}`;
}
