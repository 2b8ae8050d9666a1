import type { AccountResult, DomainCardResult } from "../../../actions/index.ts";
import { troubleView } from "../../errors.ts";
import { footer, nameText } from "../../format.ts";
import { lines } from "../../html.ts";
import { routes } from "../../routes.ts";
import type { T } from "../../texts.ts";
import { link, tap, type View } from "../../view.ts";

/** The profile at hand, the account's own default in one tap, and any other by its key. */
export function edgeView(t: T, domain: string, card: DomainCardResult, account: AccountResult): View {
	const back = link(t("button-back"), routes.domain, { domain });
	if (card.kind === "trouble") return troubleView(t, card, back);
	if (card.kind === "not_yours") {
		return { text: t.html("domain-not-yours", { name: nameText(domain) }), buttons: [footer(t, back)] };
	}
	const bound = card.domain.edgeProfileKey;
	const defaults = account.kind === "account" ? account.account.defaults : [];
	const usual = defaults.find(({ name }) => name === "edge_profile_key")?.value ?? null;
	const parts = [
		t.html("edge-title", { name: nameText(domain) }),
		bound === null ? t.html("edge-unbound") : t.html("domain-edge", { key: bound }),
		t.html("edge-how", { domain }),
	];
	const offer =
		usual !== null && usual !== bound ? [tap(t("edge-bind", { key: usual }), "bind", { value: usual })] : [];
	return { text: lines(parts, "\n\n"), buttons: [offer, footer(t, back)] };
}
