import { footer, nameText } from "../../format.ts";
import { lines } from "../../html.ts";
import { routes } from "../../routes.ts";
import type { T } from "../../texts.ts";
import { link, tap, type View } from "../../view.ts";
import { yearsButtons, yearsComplaint } from "../register/years.ts";

export function renewYearsView(t: T, { domain, bad }: { domain: string; bad?: string | undefined }): View {
	const back = link(t("button-back"), routes.domain, { domain });
	const parts = [yearsComplaint(t, bad), t.html("renew-years-ask", { name: nameText(domain) })];
	return { text: lines(parts, "\n\n"), buttons: [...yearsButtons(t), footer(t, back)] };
}

/** `/renew name 99`. */
export function badYearsView(t: T, { domain, said }: { domain: string; said: string }): View {
	const choose = tap(t("renew-choose"), "renew", { value: domain });
	return { text: t.html("register-years-bad", { said }), buttons: [[choose], footer(t)] };
}
