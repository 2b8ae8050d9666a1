import { footer } from "../../screens/format.ts";
import { html, lines, paragraphs } from "../../screens/html.ts";
import type { ParamsOf } from "../../screens/route.ts";
import type { T } from "../../screens/texts.ts";
import { inRows, link, tap, type View } from "../../screens/view.ts";
import { permissions, routes } from "../../screens.ts";
import { scopeText } from "./view.ts";

export type Draft = ParamsOf<typeof routes.programNew>;

const sums = [1_000, 3_000, 10_000, 50_000];
const lengths = [1, 7, 30, 90, 365];

/** Shows a new mandate while the person fills it in, or asks for one of its fields. */
export function newProgramView(t: T, draft: Draft): View {
	const { asks, name } = draft;
	if (asks !== undefined) return questionView(t, draft, asks);
	if (name === "")
		return { text: t.html("programs-created"), buttons: [footer(t, link(t("programs-list"), routes.programs, {}))] };
	const toggles = permissions.map((each) =>
		tap(`${draft.allows.includes(each) ? "☑" : "☐"} ${t(`programs-allow-${each}`)}`, "toggle", { value: each }),
	);
	return {
		text: paragraphs([
			t.html("programs-new-title", { name }),
			lines([
				t.html("programs-domains", { what: scopeText(t, draft) }),
				t.html("programs-sums", { day: t.money(draft.dayCents), order: t.money(draft.orderCents) }),
				t.html("programs-days", { days: draft.days }),
			]),
			t.html("programs-new-safety"),
		]),
		buttons: [
			...inRows(toggles, 2),
			[
				tap(t("programs-set-domains"), "ask", { value: "domains" }),
				tap(t("programs-set-name"), "ask", { value: "name" }),
			],
			[tap(t("programs-set-day"), "ask", { value: "day" }), tap(t("programs-set-order"), "ask", { value: "order" })],
			[tap(t("programs-set-days"), "ask", { value: "days" })],
			draft.allows.length > 0 ? [tap(t("programs-create"), "create", { style: "primary" })] : [],
			footer(t, link(t("button-back"), routes.programs, {})),
		],
	};
}

function questionView(t: T, { rejectedInput, name, tag, names }: Draft, asks: NonNullable<Draft["asks"]>): View {
	const choices =
		asks === "days"
			? lengths.map((days) => tap(t("programs-days-choice", { count: days }), "set", { value: String(days) }))
			: asks === "day" || asks === "order"
				? sums.map((cents) => tap(t.money(cents), "set", { value: String(cents / 100) }))
				: asks === "domains" && (tag !== null || names.length > 0)
					? [tap(t("programs-all-domains"), "set", { value: "" })]
					: [];
	const back = name === "" ? link(t("button-back"), routes.programs, {}) : tap(t("button-back"), "ask", { value: "" });
	return {
		text: paragraphs([
			rejectedInput !== undefined && t.html("programs-rejected", { input: html`<code>${rejectedInput}</code>` }),
			t.html(`programs-ask-${asks}`),
		]),
		buttons: [...inRows(choices, 3), footer(t, back)],
	};
}
