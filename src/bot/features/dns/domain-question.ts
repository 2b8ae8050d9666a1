import { isZoneFile } from "@domains/dns/sentence.ts";
import type { PortfolioResult } from "../../../actions/index.ts";
import type { SentRecords } from "../../input/sent-records.ts";
import { footer, nameLabel, nameText } from "../../screens/format.ts";
import { paragraphs } from "../../screens/html.ts";
import type { ParamsOf } from "../../screens/route.ts";
import type { T } from "../../screens/texts.ts";
import { troubleView } from "../../screens/trouble.ts";
import { link, tap, type View } from "../../screens/view.ts";
import { routes } from "../../screens.ts";

/**
 * True if the person sent a file, or a text in the format of a zone file or a table. False for a single record,
 * complete or not.
 */
export function isImport({ text = "", fileId }: SentRecords): boolean {
	return fileId !== undefined || isZoneFile(text.trim());
}

export function domainAskView(
	t: T,
	{ records, notYours }: ParamsOf<typeof routes.domainAsk>,
	found: PortfolioResult,
): View {
	if (found.kind === "trouble") return troubleView(t, found);
	if (found.total === 0) return { text: t.html("domain-ask-none"), buttons: [footer(t)] };
	const what = isImport(records) ? "file" : "record";
	return {
		text: paragraphs([
			notYours !== undefined && t.html("domain-not-yours", { name: nameText(notYours) }),
			t.html("domain-ask", { what }),
			t.html("domain-ask-hint"),
		]),
		buttons: [
			...found.domains.map(({ domain }) => [tap(nameLabel(domain), "take_records", { value: domain })]),
			[link(t("home-domains"), routes.domains, { choose: "zone", records })],
			footer(t),
		],
	};
}
