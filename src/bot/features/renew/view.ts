import { footer, nameText } from "../../screens/format.ts";
import { type Html, paragraphs } from "../../screens/html.ts";
import type { ParamsOf } from "../../screens/route.ts";
import { readCount, rejectedYearsLine, yearsButtons } from "../../screens/shared/years.ts";
import type { T } from "../../screens/texts.ts";
import { type Button, backTo, link, tap, type View } from "../../screens/view.ts";
import { routes } from "../../screens.ts";

/** The date until which a domain is paid, and the maximum number of years for which it can be renewed. */
export interface Paid {
	until: Date;
	most: number;
}

type YearsQuestion = ParamsOf<typeof routes.renewYears>;

export function renewYearsView(t: T, question: YearsQuestion, paid: Paid | null): View {
	const { domain, count = 1, from, rejectedInput } = question;
	const start =
		domain === "" ? link(t("button-back"), routes.domains, {}) : link(t("button-back"), routes.domain, { domain });
	const back = from ? backTo(t("button-back"), from) : start;
	const tooLong = isTooLong(rejectedInput, paid);
	const asked =
		domain === ""
			? t.html("renew-many-ask", { count })
			: tooLong
				? t.html("renew-years-of", { name: nameText(domain) })
				: t.html("renew-years-ask", { name: nameText(domain), most: paid?.most ?? 10 });
	const parts = [
		rejectedInput !== undefined && complaint(t, domain, rejectedInput, paid),
		paid?.most === 0 ? null : asked,
		limit(t, paid, tooLong),
	];
	return { text: paragraphs(parts), buttons: [...fittingYears(t, paid), footer(t, back)] };
}

/**
 * Says that a domain cannot be renewed for the number of years in `rejectedInput`. The number may be typed or come from
 * a button. If the bot does not know the domain's limit, its buttons may offer too many years.
 */
export function rejectedYearsView(
	t: T,
	{ domain, rejectedInput }: { domain: string; rejectedInput: string },
	paid: Paid | null,
): View {
	const question = paid?.most === 0 ? null : t.html("renew-years-of", { name: nameText(domain) });
	const text = paragraphs([
		complaint(t, domain, rejectedInput, paid),
		question,
		limit(t, paid, isTooLong(rejectedInput, paid)),
	]);
	const back = link(t("button-back"), routes.domain, { domain });
	const years = paid ? fittingYears(t, paid) : [[tap(t("renew-choose"), "renew", { value: domain })]];
	return { text, buttons: [...years, footer(t, back)] };
}

/**
 * Says why the answer was refused. For example, the number of years may be valid in general but too high for this
 * domain.
 */
function complaint(t: T, domain: string, rejectedInput: string, paid: Paid | null): Html | null {
	if (paid && isTooLong(rejectedInput, paid)) {
		return t.html("renew-too-long", { name: nameText(domain), date: t.date(paid.until), most: paid.most });
	}
	return paid?.most === 0 ? null : rejectedYearsLine(t, rejectedInput, paid?.most);
}

/** True if the answer is a number of years that is too high for this domain. */
function isTooLong(rejectedInput: string | undefined, paid: Paid | null): boolean {
	const count = rejectedInput === undefined ? null : readCount(rejectedInput);
	return count !== null && paid !== null && count > paid.most;
}

/**
 * Says for how many years the domain can still be renewed. Null if this number is unknown, or is 10 (the usual limit).
 * `isStated`: true if another line already says the number. In that case, the number is repeated only if it is 0.
 */
function limit(t: T, paid: Paid | null, isStated: boolean): Html | null {
	if (isStated && paid?.most !== 0) return null;
	return paid && paid.most < 10 ? t.html("renew-most", { most: paid.most }) : null;
}

/**
 * Returns buttons for the numbers of years for which the domain can still be renewed. If the limit is unknown, offers
 * up to 10 years.
 */
function fittingYears(t: T, paid: Paid | null): Button[][] {
	const most = paid?.most ?? 10;
	const rows = yearsButtons(t).map((row) => row.filter((each) => each.kind === "tap" && Number(each.value) <= most));
	return rows.filter((row) => row.length > 0);
}
