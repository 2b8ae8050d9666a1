import type { DnsType } from "../../contract/dns.ts";
import { type AnyRecord, canonicalRecord, textContent } from "./any-record.ts";
import type { Zone } from "./record.ts";
import { mergeSpf } from "./spf.ts";

interface PresetRecord {
	type: DnsType;
	hostname: string;
	value: string;
	priority?: number;
}

/**
 * The DNS records that a provider requires. `asks` names the value that only the person knows, such as their account
 * name at the provider. `source` is the provider's documentation page, as of November 2026.
 */
export interface Preset {
	key: string;
	name: string;
	sets: "mail" | "site";
	source: string;
	asks?: "account";
	records(domain: string, account: string): PresetRecord[];
}

const mx = (priority: number, value: string): PresetRecord => ({ type: "MX", hostname: "@", value, priority });
const txt = (value: string, hostname = "@"): PresetRecord => ({ type: "TXT", hostname, value });
const a = (value: string): PresetRecord => ({ type: "A", hostname: "@", value });
const aaaa = (value: string): PresetRecord => ({ type: "AAAA", hostname: "@", value });
const cname = (hostname: string, value: string): PresetRecord => ({ type: "CNAME", hostname, value });
const spf = (rest: string): PresetRecord => txt(`v=spf1 ${rest}`);

export const presets: readonly Preset[] = [
	{
		key: "google",
		name: "Google Workspace",
		sets: "mail",
		source: "https://support.google.com/a/answer/174125",
		records: () => [mx(1, "smtp.google.com"), spf("include:_spf.google.com ~all")],
	},
	{
		key: "microsoft",
		name: "Microsoft 365",
		sets: "mail",
		source:
			"https://learn.microsoft.com/microsoft-365/admin/get-help-with-domains/create-dns-records-at-any-dns-hosting-provider",
		records: (domain) => [
			mx(0, `${domain.replaceAll(".", "-")}.mail.protection.outlook.com`),
			spf("include:spf.protection.outlook.com -all"),
			cname("autodiscover", "autodiscover.outlook.com"),
		],
	},
	{
		key: "fastmail",
		name: "Fastmail",
		sets: "mail",
		source: "https://www.fastmail.help/hc/en-us/articles/360060591153",
		records: (domain) => [
			mx(10, "in1-smtp.messagingengine.com"),
			mx(20, "in2-smtp.messagingengine.com"),
			spf("include:spf.messagingengine.com ?all"),
			...["fm1", "fm2", "fm3"].map((key) => cname(`${key}._domainkey`, `${key}.${domain}.dkim.fmhosted.com`)),
		],
	},
	{
		key: "icloud",
		name: "iCloud Mail",
		sets: "mail",
		source: "https://support.apple.com/102374",
		records: () => [mx(10, "mx01.mail.icloud.com"), mx(10, "mx02.mail.icloud.com"), spf("include:icloud.com ~all")],
	},
	{
		key: "proton",
		name: "Proton Mail",
		sets: "mail",
		source: "https://proton.me/support/custom-domain",
		records: () => [
			mx(10, "mail.protonmail.ch"),
			mx(20, "mailsec.protonmail.ch"),
			spf("include:_spf.protonmail.ch ~all"),
		],
	},
	{
		key: "zoho",
		name: "Zoho Mail",
		sets: "mail",
		source: "https://www.zoho.com/mail/help/adminconsole/configure-email-delivery.html",
		records: () => [
			mx(10, "mx.zoho.com"),
			mx(20, "mx2.zoho.com"),
			mx(50, "mx3.zoho.com"),
			spf("include:zoho.com ~all"),
		],
	},
	{
		key: "yandex",
		name: "Yandex 360",
		sets: "mail",
		source: "https://yandex.com/support/yandex-360/business/admin/en/domains/dns-editor/mx-records",
		records: () => [mx(10, "mx.yandex.net"), spf("redirect=_spf.yandex.net")],
	},
	{
		key: "no-mail",
		name: "No mail at all",
		sets: "mail",
		source: "https://www.rfc-editor.org/rfc/rfc7505",
		records: () => [mx(0, "."), spf("-all"), txt("v=DMARC1; p=reject", "_dmarc")],
	},
	{
		key: "github",
		name: "GitHub Pages",
		sets: "site",
		source: "https://docs.github.com/pages/configuring-a-custom-domain-for-your-github-pages-site",
		asks: "account",
		records: (_domain, account) => [
			...[108, 109, 110, 111].map((net) => a(`185.199.${net}.153`)),
			...[8000, 8001, 8002, 8003].map((net) => aaaa(`2606:50c0:${net}::153`)),
			cname("www", `${account}.github.io`),
		],
	},
	{
		key: "netlify",
		name: "Netlify",
		sets: "site",
		source: "https://docs.netlify.com/domains/configure-domains/configure-external-dns",
		asks: "account",
		records: (_domain, account) => [a("75.2.60.5"), cname("www", `${account}.netlify.app`)],
	},
	{
		key: "vercel",
		name: "Vercel",
		sets: "site",
		source: "https://vercel.com/docs/domains/set-up-custom-domain",
		records: () => [a("76.76.21.21"), cname("www", "cname.vercel-dns-0.com")],
	},
];

/**
 * Returns the zone with a preset applied. The preset's records replace existing ones with the same purpose, so that no
 * old mail server remains. Its SPF record is merged with the existing one, which other senders may need. `account` is the person's account name at the provider: one DNS
 * label, already validated.
 */
export function applyPreset<Row extends AnyRecord>(
	records: readonly Row[],
	preset: Preset,
	{ zone, account = "" }: { zone: Zone; account?: string },
): (Row | PresetRecord)[] {
	const wanted = preset.records(zone.domain, account);
	const replaced = records
		.map((record) => canonicalRecord(record, zone))
		.filter((each) => givesWay(each, preset, wanted));
	const stays = records.filter((record) => !givesWay(canonicalRecord(record, zone), preset, wanted));
	return [...stays, ...wanted.map((record) => withSenders(record, replaced))];
}

/**
 * Merges the senders of a replaced SPF record into the SPF record of the preset. Other records are returned unchanged.
 */
function withSenders(wanted: PresetRecord, replaced: readonly AnyRecord[]): PresetRecord {
	if (wanted.type !== "TXT" || policyOf(wanted.value) !== spfVersion) return wanted;
	const texts = replaced.filter(({ type, hostname }) => type === "TXT" && hostname === wanted.hostname);
	const current = texts.map(({ value }) => textContent(value)).find((text) => policyOf(text) === spfVersion);
	return current === undefined ? wanted : { ...wanted, value: mergeSpf(current, wanted.value) };
}

const spfVersion = "v=spf1";

function givesWay(record: AnyRecord, { sets }: Preset, wanted: readonly PresetRecord[]): boolean {
	const { type, hostname, value } = record;
	const here = wanted.filter((each) => each.hostname === hostname);
	if (here.length === 0) return false;
	// A CNAME allows no other record at its name.
	if (type === "CNAME" || here.some((each) => each.type === "CNAME")) return true;
	if (sets === "site") return type === "A" || type === "AAAA";
	if (type !== "TXT") return type === "MX";
	const purpose = policyOf(textContent(value));
	return purpose !== undefined && here.some((each) => each.type === "TXT" && policyOf(each.value) === purpose);
}

/**
 * Returns the policy kind of a TXT record: SPF or DMARC. A name may have only one record of each (RFC 7208, 3.2; RFC
 * 7489, 6.6.3). Undefined for other texts, which a preset keeps.
 */
function policyOf(text: string): string | undefined {
	return /^v=(?:spf1|DMARC1)\b/i.exec(text)?.[0].toLowerCase();
}
