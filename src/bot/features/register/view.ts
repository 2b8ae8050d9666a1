import { routes } from "../../routes.ts";
import { footer, nameText, optionalLine } from "../../screens/format.ts";
import { paragraphs } from "../../screens/html.ts";
import type { T } from "../../screens/texts.ts";
import { link, tap, type View } from "../../screens/view.ts";
import { rejectedYearsLine, yearsButtons } from "./years.ts";

export function yearsView(
	t: T,
	{ domain, rejectedInput }: { domain: string; rejectedInput?: string | undefined },
): View {
	const parts = [rejectedYearsLine(t, rejectedInput), t.html("register-years-ask", { name: nameText(domain) })];
	return { text: paragraphs(parts), buttons: [...yearsButtons(t), footer(t, back(t, domain))] };
}

export interface LabelParams {
	domain: string;
	years: number;
	rejectedInput?: string | undefined;
}

export function labelView(t: T, { domain, years, rejectedInput }: LabelParams): View {
	const parts = [
		rejectedInput !== undefined && t.html("register-reference-bad"),
		t.html("register-label-ask", { name: nameText(domain), count: years }),
	];
	const buttons = [
		tap(t("register-continue"), "continue", { style: "primary" }),
		tap(t("register-add-reference"), "reference"),
	];
	return { text: paragraphs(parts), buttons: [buttons, footer(t, back(t, domain))] };
}

export function referenceView(t: T, { domain, label, rejectedInput }: LabelParams & { label: string | null }): View {
	const parts = [
		rejectedInput !== undefined && t.html("register-reference-bad"),
		optionalLine(t, "register-label-kept", "label", label),
		t.html("register-reference-ask"),
	];
	const skip = tap(t("register-continue"), "continue", { style: "primary" });
	return { text: paragraphs(parts), buttons: [[skip], footer(t, back(t, domain))] };
}

export function busyView(
	t: T,
	{ domain, reference, mine }: { domain: string; reference: string; mine: boolean },
): View {
	const text = t.html(mine ? "register-busy" : "register-busy-other", { name: nameText(domain), reference });
	const open = mine ? [tap(t("operation-open", { reference }), "reference", { value: reference })] : [];
	return { text, buttons: [open, footer(t, back(t, domain))] };
}

export function noPriceView(t: T, { domain }: { domain: string }): View {
	return { text: t.html("register-no-price", { name: nameText(domain) }), buttons: [footer(t, back(t, domain))] };
}

function back(t: T, domain: string) {
	return link(t("button-back"), routes.offer, { name: domain });
}
