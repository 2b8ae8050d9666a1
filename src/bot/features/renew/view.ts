import { footer, nameText } from "../../format.ts";
import { lines } from "../../html.ts";
import { routes } from "../../routes.ts";
import type { T } from "../../texts.ts";
import { link, tap, type View } from "../../view.ts";
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
}

export function renewYearsView(t: T, { domain, count = 1, bad }: YearsQuestion): View {
	const list = link(t("button-back"), routes.domains, { cursors: [], offset: 0 });
	const back = domain === "" ? list : link(t("button-back"), routes.domain, { domain });
	const asked =
		domain === "" ? t.html("renew-many-ask", { count }) : t.html("renew-years-ask", { name: nameText(domain) });
	return { text: lines([yearsComplaint(t, bad), asked], "\n\n"), buttons: [...yearsButtons(t), footer(t, back)] };
}

/** `/renew name 99`. */
export function badYearsView(t: T, { domain, said }: { domain: string; said: string }): View {
	const choose = tap(t("renew-choose"), "renew", { value: domain });
	return { text: t.html("register-years-bad", { said }), buttons: [[choose], footer(t)] };
}
