import type { FreezeLookup, FreezeNotice, FreezeState } from "../../../actions/index.ts";
import { footer, nameText } from "../../screens/format.ts";
import { type Html, html, lines, paragraphs, shorten } from "../../screens/html.ts";
import { type ParamsOf, routeRef } from "../../screens/route.ts";
import { notYoursView } from "../../screens/shared/domain.ts";
import type { T } from "../../screens/texts.ts";
import { backTo, link, tap, type View } from "../../screens/view.ts";
import { routes } from "../../screens.ts";

/**
 * Shows who froze the account or domain, and how to end the freeze. If nothing is frozen, explains what a freeze does.
 * If the domain is in another account of the person, offers to switch to that account. `state` is null if no account is
 * connected.
 */
export function freezeView(
	t: T,
	{ domain, accountId, ask = false, from }: ParamsOf<typeof routes.freeze>,
	state: FreezeLookup | null,
): View {
	const back = backTo(
		t("button-back"),
		from ?? (domain === "" ? routeRef(routes.account, {}) : routeRef(routes.domain, { domain })),
	);
	if (!state) return { text: t.html("freeze-no-account"), buttons: [footer(t, back)] };
	const { freeze, missing } = state;
	const scope = scopeOf(state);
	if (missing) {
		const { other } = missing;
		const { text, buttons = [] } = notYoursView(t, domain, back, routeRef(routes.freeze, { domain }));
		const user = String(other?.userId);
		const use = other ? [tap(t("operation-switch", { user }), "switch", { value: String(other.connectionId) })] : [];
		return { text, buttons: [use, ...buttons] };
	}
	const page = { domain, accountId, from };
	const no = link(t("freeze-cancel"), routes.freeze, page);
	const token = link(t(freeze && scope === "account" ? "profile-token" : "freeze-token"), routes.profileToken, {});
	if (!freeze) {
		if (ask) {
			const yes = tap(t("freeze-sure"), "freeze", { value: String(state.accountId), style: "primary" });
			return {
				text: paragraphs([title(t, state), t.html("freeze-question"), limits(t, state)]),
				buttons: [[yes], [token], [no], footer(t, back)],
			};
		}
		const start = link(
			t(`freeze-start-${scope}`),
			routes.freeze,
			{ ...page, accountId: state.accountId, ask: true },
			"primary",
		);
		return {
			text: paragraphs([title(t, state), t.html("freeze-explained", { scope }), limits(t, state)]),
			buttons: [[start], [token], footer(t, back)],
		};
	}
	const value = String(freeze.id);
	if (ask && !freeze.end) {
		const yes = tap(t("freeze-end-sure"), "end", { value, style: "primary" });
		return {
			text: paragraphs([title(t, state), t.html("freeze-end-question")]),
			buttons: [[yes], [no], footer(t, back)],
		};
	}
	const next = freeze.end
		? tap(t("freeze-keep"), "keep", { value, style: "primary" })
		: link(t("freeze-end"), routes.freeze, { ...page, ask: true });
	return {
		text: paragraphs([title(t, state), ...facts(t, state), limits(t, state)]),
		buttons: [[next], [token], footer(t, back)],
	};
}

/**
 * Says that someone else froze an account or a domain, scheduled the end of the freeze, or cancelled the scheduled end.
 * If the freeze is over, says only that.
 */
export function noticeView(t: T, state: FreezeNotice): View {
	const { freeze, kept } = state;
	if (!freeze) return { text: paragraphs([title(t, state), t.html("freeze-over")]), buttons: [footer(t)] };
	const keep = freeze.end ? [tap(t("freeze-keep"), "keep", { value: String(freeze.id), style: "primary" })] : [];
	const keptLine = kept && !freeze.end && t.html("freeze-kept", whoText(kept));
	return { text: paragraphs([title(t, state), keptLine, ...facts(t, state)]), buttons: [keep, footer(t)] };
}

/** Replaces the text of a notice once a newer message shows the same freeze. */
export function movedView(t: T, state: FreezeState): View {
	return { text: paragraphs([title(t, state), t.html("freeze-moved")]), buttons: [footer(t)] };
}

function scopeOf({ domain }: FreezeState): "account" | "domain" {
	return domain === "" ? "account" : "domain";
}

function title(t: T, state: FreezeState): Html {
	const { domain, userId } = state;
	const user = String(userId ?? "");
	if (domain === "") return t.html("freeze-title-account", { user });
	return lines([
		t.html("freeze-title-domain", { name: nameText(domain) }),
		userId !== null && t.html("operation-account", { user }),
	]);
}

/**
 * Says what a freeze does not stop, and what does. While an account is frozen, its token cannot be replaced, so the text
 * asks for that before.
 */
function limits(t: T, state: FreezeState): Html {
	const when = state.freeze ? "frozen" : "before";
	return t.html("freeze-limits", { when: scopeOf(state) === "account" ? when : "domain" });
}

type Who = NonNullable<FreezeState["freeze"]>["by"];

function whoText({ mine, name }: Who) {
	return { who: mine ? "you" : name === null ? "unknown" : "other", person: shorten(name ?? "", 40) };
}

function facts(t: T, state: FreezeState): (Html | false | null)[] {
	const { freeze } = state;
	if (!freeze) return [];
	const { references, more } = state.orders;
	return [
		lines([
			t.html("freeze-by", { ...whoText(freeze.by), time: t.time(freeze.at) }),
			freeze.end && t.html("freeze-ends", { ...whoText(freeze.end.by), time: t.moment(freeze.end.at) }),
		]),
		t.html("freeze-effect", { scope: scopeOf(state) }),
		references.length > 0 &&
			lines(
				[
					t.html("freeze-orders"),
					html`${references.join(", ")}`,
					more > 0 && t.html("operation-more", { count: more }),
				],
				" ",
			),
	];
}
