import { footer, nameText } from "../../screens/format.ts";
import { type Html, paragraphs, shorten } from "../../screens/html.ts";
import type { ParamsOf } from "../../screens/route.ts";
import { rejectedYearsLine, yearsButtons } from "../../screens/shared/years.ts";
import type { T } from "../../screens/texts.ts";
import { backTo, inRows, link, tap, type View } from "../../screens/view.ts";
import { routes } from "../../screens.ts";

/** The maximum number of edge profiles to offer as buttons. */
const mostOffered = 8;

/**
 * Offers to change a quote. Has a button for each usual number of years, and buttons that ask for a label, a reference
 * or an edge profile.
 */
export function yearsView(t: T, { domain, count, kind, rejectedInput }: ParamsOf<typeof routes.registerYears>): View {
	const parts = [
		rejectedYearsLine(t, rejectedInput),
		t.html("register-years-ask", { name: whatText(t, domain, count) }),
	];
	const others = [tap(t("register-add-label"), "label"), tap(t("register-add-reference"), "reference")];
	// A renewal cannot change the edge profile.
	const profile = kind === "renew" ? [] : [tap(t("register-add-profile"), "profile")];
	const quote = tap(t("button-back"), "quote");
	return { text: paragraphs(parts), buttons: [...yearsButtons(t), others, profile, footer(t, quote)] };
}

/**
 * Offers edge profiles for an order. `keys`: the profiles with a button. The person can type the key of any other
 * profile.
 */
export function profileView(
	t: T,
	{ domain, count, keys, rejectedInput }: ParamsOf<typeof routes.registerProfile>,
): View {
	const parts = [
		rejectedInput !== undefined && t.html(`register-profile-${rejectedInput.replaceAll("_", "-")}`),
		t.html("register-profile-ask", { name: whatText(t, domain, count) }),
	];
	const offers = keys.slice(0, mostOffered).map((key) => tap(`🛡 ${shorten(key, 30)}`, "use", { value: key }));
	const remove = tap(t("register-profile-remove"), "remove");
	return {
		text: paragraphs(parts),
		buttons: [...inRows(offers, 2), [remove], footer(t, tap(t("button-back"), "years"))],
	};
}

export function referenceView(
	t: T,
	{ domain, count, kind, field, rejectedInput }: ParamsOf<typeof routes.registerReference>,
): View {
	const parts = [
		rejectedInput !== undefined && t.html("register-reference-bad"),
		t.html(`register-${field}-ask`, { name: whatText(t, domain, count) }),
	];
	// A renewed domain keeps its label and reference if the person sends no new ones. The button therefore says "keep"
	// and not "remove".
	const keepsOwn = kind === "renew";
	const none = t(field === "label" ? "register-label-remove" : "register-reference-remove");
	const remove = tap(keepsOwn ? t("register-keep") : none, "remove");
	return { text: paragraphs(parts), buttons: [[remove], footer(t, tap(t("button-back"), "years"))] };
}

function whatText(t: T, domain: string, count: number): Html {
	return domain === "" ? t.html("operation-names", { count }) : nameText(domain);
}

/**
 * Says which order or change has locked the domain. For an order of several names, offers to order only those that are
 * not locked.
 */
export function busyView(
	t: T,
	{ domain, reference, mine, change, free = 0, from }: ParamsOf<typeof routes.busy>,
): View {
	const rest = free > 0 ? [tap(t("register-rest", { count: free }), "requote", { style: "primary" })] : [];
	const what = { of: change ? "change" : "order", name: nameText(domain), reference };
	const text = t.html(mine ? "register-busy" : "register-busy-other", what);
	const open = mine ? [tap(t("operation-open", { reference }), "reference", { value: reference })] : [];
	const origin = from ? backTo(t("button-back"), from) : back(t, domain);
	return { text, buttons: [rest, open, footer(t, origin)] };
}

export function noPriceView(t: T, { domain }: { domain: string }): View {
	return { text: t.html("register-no-price", { name: nameText(domain) }), buttons: [footer(t, back(t, domain))] };
}

function back(t: T, domain: string) {
	return link(t("button-back"), routes.offer, { name: domain });
}
