import { isZoneFile } from "@domains/dns/sentence.ts";
import type { Actions, PortfolioResult } from "../../../actions/index.ts";
import type { BotContext } from "../../context.ts";
import { footer, nameLabel } from "../../screens/format.ts";
import { paragraphs } from "../../screens/html.ts";
import type { ParamsOf } from "../../screens/route.ts";
import type { T } from "../../screens/texts.ts";
import { troubleView } from "../../screens/trouble.ts";
import { link, tap, type View } from "../../screens/view.ts";
import { routes } from "../../screens.ts";

/** DNS records that the person sent without a domain. */
export type SentRecords = ParamsOf<typeof routes.domainAsk>["records"];

/** The maximum number of domains that the question offers. */
const mostOffered = 6;

/** Returns the domains that the records are probably for: those that the person opened, ordered or changed last. */
export function likelyDomains({ domain }: Pick<Actions, "domain">, personId: number): Promise<PortfolioResult> {
	return domain.portfolio({ personId, query: { sort: "recent", offset: 0, limit: mostOffered } });
}

/** If the account has exactly one domain, returns it. Otherwise, asks the person for the domain and returns null. */
export async function onlyDomain(
	ctx: BotContext,
	actions: Pick<Actions, "domain">,
	records: SentRecords,
): Promise<string | null> {
	const found = await likelyDomains(actions, ctx.person.id);
	const [only, ...others] = found.kind === "portfolio" && found.complete ? found.domains : [];
	if (only && others.length === 0) return only.domain;
	ctx.show(routes.domainAsk, { records });
	return null;
}

/**
 * True if the person sent a file, or a text in the format of a zone file or a table. False for a single record,
 * complete or not.
 */
export function isImport({ text = "", fileId }: SentRecords): boolean {
	return fileId !== undefined || isZoneFile(text.trim());
}

export function domainAskView(t: T, { records }: ParamsOf<typeof routes.domainAsk>, found: PortfolioResult): View {
	if (found.kind === "trouble") return troubleView(t, found);
	if (found.total === 0) return { text: t.html("domain-ask-none"), buttons: [footer(t)] };
	const what = isImport(records) ? "file" : "record";
	return {
		text: paragraphs([t.html("domain-ask", { what }), t.html("domain-ask-hint")]),
		buttons: [
			...found.domains.map(({ domain }) => [tap(nameLabel(domain), "take_records", { value: domain })]),
			[link(t("home-domains"), routes.domains, { choose: "zone", records })],
			footer(t),
		],
	};
}
