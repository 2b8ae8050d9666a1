import type { TemplateRecord, ZoneTemplate } from "./templates.ts";

/**
 * The DNS records that a provider requires. `source` is the provider's documentation page, as of November 2026.
 */
export interface Provider extends ZoneTemplate {
	key: string;
	name: string;
	sets: "mail" | "site";
	source: string;
}

const mx = (priority: number, value: string): TemplateRecord => ({ type: "MX", hostname: "@", value, priority });
const txt = (value: string, hostname = "@"): TemplateRecord => ({ type: "TXT", hostname, value });
const a = (value: string): TemplateRecord => ({ type: "A", hostname: "@", value });
const aaaa = (value: string): TemplateRecord => ({ type: "AAAA", hostname: "@", value });
const cname = (hostname: string, value: string): TemplateRecord => ({ type: "CNAME", hostname, value });
const spf = (rest: string): TemplateRecord => txt(`v=spf1 ${rest}`);

export const providers: readonly Provider[] = [
	{
		key: "google",
		name: "Google Workspace",
		sets: "mail",
		source: "https://support.google.com/a/answer/174125",
		records: [mx(1, "smtp.google.com"), spf("include:_spf.google.com ~all")],
	},
	{
		key: "microsoft",
		name: "Microsoft 365",
		sets: "mail",
		source:
			"https://learn.microsoft.com/microsoft-365/admin/get-help-with-domains/create-dns-records-at-any-dns-hosting-provider",
		records: [
			mx(0, "{domain-dashes}.mail.protection.outlook.com"),
			spf("include:spf.protection.outlook.com -all"),
			cname("autodiscover", "autodiscover.outlook.com"),
		],
	},
	{
		key: "fastmail",
		name: "Fastmail",
		sets: "mail",
		source: "https://www.fastmail.help/hc/en-us/articles/360060591153",
		records: [
			mx(10, "in1-smtp.messagingengine.com"),
			mx(20, "in2-smtp.messagingengine.com"),
			spf("include:spf.messagingengine.com ?all"),
			...["fm1", "fm2", "fm3"].map((key) => cname(`${key}._domainkey`, `${key}.{domain}.dkim.fmhosted.com`)),
		],
	},
	{
		key: "icloud",
		name: "iCloud Mail",
		sets: "mail",
		source: "https://support.apple.com/102374",
		records: [mx(10, "mx01.mail.icloud.com"), mx(10, "mx02.mail.icloud.com"), spf("include:icloud.com ~all")],
	},
	{
		key: "proton",
		name: "Proton Mail",
		sets: "mail",
		source: "https://proton.me/support/custom-domain",
		records: [mx(10, "mail.protonmail.ch"), mx(20, "mailsec.protonmail.ch"), spf("include:_spf.protonmail.ch ~all")],
	},
	{
		key: "zoho",
		name: "Zoho Mail",
		sets: "mail",
		source: "https://www.zoho.com/mail/help/adminconsole/configure-email-delivery.html",
		records: [mx(10, "mx.zoho.com"), mx(20, "mx2.zoho.com"), mx(50, "mx3.zoho.com"), spf("include:zoho.com ~all")],
	},
	{
		key: "yandex",
		name: "Yandex 360",
		sets: "mail",
		source: "https://yandex.com/support/yandex-360/business/admin/en/domains/dns-editor/mx-records",
		records: [mx(10, "mx.yandex.net"), spf("redirect=_spf.yandex.net")],
	},
	{
		key: "no-mail",
		name: "No mail at all",
		sets: "mail",
		source: "https://www.rfc-editor.org/rfc/rfc7505",
		records: [mx(0, "."), spf("-all"), txt("v=DMARC1; p=reject", "_dmarc")],
	},
	{
		key: "github",
		name: "GitHub Pages",
		sets: "site",
		source: "https://docs.github.com/pages/configuring-a-custom-domain-for-your-github-pages-site",
		asks: "account",
		records: [
			...[108, 109, 110, 111].map((net) => a(`185.199.${net}.153`)),
			...[8000, 8001, 8002, 8003].map((net) => aaaa(`2606:50c0:${net}::153`)),
			cname("www", "{account}.github.io"),
		],
	},
	{
		key: "netlify",
		name: "Netlify",
		sets: "site",
		source: "https://docs.netlify.com/domains/configure-domains/configure-external-dns",
		asks: "account",
		records: [a("75.2.60.5"), cname("www", "{account}.netlify.app")],
	},
	{
		key: "vercel",
		name: "Vercel",
		sets: "site",
		source: "https://vercel.com/docs/domains/set-up-custom-domain",
		records: [a("76.76.21.21"), cname("www", "cname.vercel-dns-0.com")],
	},
];
