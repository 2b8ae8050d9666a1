import { Composer } from "grammy";
import type { FreezeLookup, FreezeNotice, FreezeState } from "../../actions/index.ts";
import type { BotContext } from "../context.ts";
import { type Feature, type FeatureDeps, feature } from "../feature.ts";
import { parseDomainArgument } from "../input/domain-argument.ts";
import { nameText } from "../screens/format.ts";
import { type Html, html, lines, paragraphs, shorten } from "../screens/html.ts";
import { type ParamsOf, routeRef } from "../screens/route.ts";
import { type Act, screen } from "../screens/screen.ts";
import { notYoursView } from "../screens/shared/domain.ts";
import type { T } from "../screens/texts.ts";
import { troubleView } from "../screens/trouble.ts";
import { link, tap, type View } from "../screens/view.ts";
import { routes } from "../screens.ts";

/**
 * While an account or a domain is frozen, no person can confirm an order for it or a change to it in this bot. A freeze
 * applies to everyone who is connected to the account.
 */
export function createFreeze({ actions: { freeze, connection }, settings }: FeatureDeps): Feature {
	const keep = ({ personId, value }: Act<unknown>) => freeze.keep({ personId, freezeId: Number(value) });
	const handlers = new Composer<BotContext>();
	handlers.command("freeze", (ctx) => {
		if (ctx.match.trim() === "") return ctx.show(routes.freeze, { domain: "" });
		const named = parseDomainArgument(ctx);
		// Of several names, a freeze would hold only the first one.
		if (named) ctx.show(routes.freeze, { domain: named.rest.length === 0 ? named.domain : "" });
	});
	const screens = [
		screen(routes.freeze, {
			load: ({ personId, params }) => freeze.read({ personId, ...params }),
			missing: (t) => troubleView(t, { kind: "trouble", trouble: "not_connected", sandbox: settings.sandbox }),
			back: ({ domain, from }) =>
				from ?? (domain === "" ? routeRef(routes.account, {}) : routeRef(routes.domain, { domain })),
			view: (t, state, { params }) => freezeView(t, params, state),
			on: {
				// The account of the message may no longer be the active one, so the button names it.
				async freeze({ personId, params: { domain }, value }) {
					const accountId = Number(value);
					await freeze.freeze({ personId, domain, accountId });
					return { accountId, ask: undefined };
				},
				async end({ personId, value }) {
					await freeze.end({ personId, freezeId: Number(value) });
					return { ask: undefined };
				},
				async switch({ personId, value }) {
					await connection.switchTo({ personId, connectionId: Number(value) });
					return { accountId: undefined, ask: undefined };
				},
				keep,
			},
		}),
		screen(routes.freezeNotice, {
			load: ({ personId, params }) => freeze.get({ personId, ...params }),
			view: (t, state, { subject }) => (subject ? noticeView(t, state) : movedView(t, state)),
			on: { keep },
		}),
	];
	return feature(screens, { handlers });
}

/** The freeze and how to end it, or what a freeze would do. A domain of another account leads to that account. */
export function freezeView(
	t: T,
	{ domain, accountId, ask = false, from }: ParamsOf<typeof routes.freeze>,
	state: FreezeLookup,
): View {
	const { freeze, missing } = state;
	const scope = scopeOf(state);
	if (missing) {
		const { other } = missing;
		const user = String(other?.userId);
		const use = other ? [tap(t("operation-switch", { user }), "switch", { value: String(other.connectionId) })] : [];
		const { text, buttons = [] } = notYoursView(t, domain, routeRef(routes.freeze, { domain }));
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
				buttons: [[yes], [token], [no]],
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
			buttons: [[start], [token]],
		};
	}
	const value = String(freeze.id);
	if (ask && !freeze.end) {
		const yes = tap(t("freeze-end-sure"), "end", { value, style: "primary" });
		return {
			text: paragraphs([title(t, state), t.html("freeze-end-question")]),
			buttons: [[yes], [no]],
		};
	}
	const next = freeze.end
		? tap(t("freeze-keep"), "keep", { value, style: "primary" })
		: link(t("freeze-end"), routes.freeze, { ...page, ask: true });
	return {
		text: paragraphs([title(t, state), ...facts(t, state), limits(t, state)]),
		buttons: [[next], [token]],
	};
}

/** Someone else froze, scheduled the end, or cancelled it. */
export function noticeView(t: T, state: FreezeNotice): View {
	const { freeze, kept } = state;
	if (!freeze) return { text: paragraphs([title(t, state), t.html("freeze-over")]) };
	const keep = freeze.end ? [tap(t("freeze-keep"), "keep", { value: String(freeze.id), style: "primary" })] : [];
	const keptLine = kept && !freeze.end && t.html("freeze-kept", whoText(kept));
	return { text: paragraphs([title(t, state), keptLine, ...facts(t, state)]), buttons: [keep] };
}

/** A newer message shows the same freeze. */
const movedView = (t: T, state: FreezeState): View => ({ text: paragraphs([title(t, state), t.html("freeze-moved")]) });

const scopeOf = ({ domain }: FreezeState) => (domain === "" ? "account" : "domain");

function title(t: T, state: FreezeState): Html {
	const { domain, userId } = state;
	const user = String(userId ?? "");
	if (domain === "") return t.html("freeze-title-account", { user });
	return lines([
		t.html("freeze-title-domain", { name: nameText(domain) }),
		userId !== null && t.html("operation-account", { user }),
	]);
}

/** What a freeze does not stop. While an account is frozen, its token cannot be replaced, so the text asks before. */
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
