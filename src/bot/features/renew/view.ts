import { footer, nameText } from "../../format.ts";
import { lines } from "../../html.ts";
import { routes } from "../../routes.ts";
import type { T } from "../../texts.ts";
import { type Button, link, tap, type View } from "../../view.ts";
import { yearsButtons, yearsComplaint } from "../register/years.ts";

export function renewNamesView(t: T, bad: boolean): View {
	const back = link(t("button-back"), routes.domains, { cursors: [], offset: 0 });
	const parts = [bad && t.html("renew-names-bad"), t.html("renew-names-ask")];
	return { text: lines(parts, "\n\n"), buttons: [footer(t, back)] };
}

export interface YearsQuestion {
	/** Empty for a list of `count` names. */
	domain: string;
	count?: number | undefined;
	bad?: string | undefined;
	/** By how many it can be renewed, where its expiry is known. */
	most?: number | undefined;
}

export function renewYearsView(t: T, { domain, count = 1, bad, most }: YearsQuestion): View {
	const list = link(t("button-back"), routes.domains, { cursors: [], offset: 0 });
	const back = domain === "" ? list : link(t("button-back"), routes.domain, { domain });
	const asked =
		domain === "" ? t.html("renew-many-ask", { count }) : t.html("renew-years-ask", { name: nameText(domain) });
	const limit = most !== undefined && most < 10 && t.html("renew-most", { most });
	const parts = [yearsComplaint(t, bad), most === 0 ? null : asked, limit];
	return { text: lines(parts, "\n\n"), buttons: [...fittingYears(t, most), footer(t, back)] };
}

/** As many as can be paid for; no row is left empty. */
function fittingYears(t: T, most = 10): Button[][] {
	const rows = yearsButtons(t).map((row) => row.filter((each) => each.kind === "tap" && Number(each.value) <= most));
	return rows.filter((row) => row.length > 0);
}

/** `/renew name 99`. */
export function badYearsView(t: T, { domain, said }: { domain: string; said: string }): View {
	const choose = tap(t("renew-choose"), "renew", { value: domain });
	return { text: t.html("register-years-bad", { said }), buttons: [[choose], footer(t)] };
}
