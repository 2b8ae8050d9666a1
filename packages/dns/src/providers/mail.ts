import {
	asks,
	cname,
	dkim,
	dkimTarget,
	key,
	keys,
	mail,
	mailServer,
	mx,
	type Provider,
	proof,
	selectorAndDkim,
	spf,
	txt,
} from "./provider.ts";

const zohoHelp = "https://www.zoho.com/mail/help/adminconsole/configure-email-delivery.html";

/** A verification text, a DKIM key, or both. */
const askingMailProviders: readonly Provider[] = [
	asks(
		mail(
			["google", "Google Workspace", "https://support.google.com/a/answer/174125", "2026-11"],
			mx(1, "smtp.google.com"),
			spf("include:_spf.google.com ~all"),
			txt("{proof}"),
			key("google"),
		),
		proof("google-site-verification=", "[\\w-]{40,}=*"),
		dkim,
	),
	asks(
		mail(
			[
				"microsoft",
				"Microsoft 365",
				"https://learn.microsoft.com/microsoft-365/admin/get-help-with-domains/create-dns-records-at-any-dns-hosting-provider",
				"2026-11",
			],
			mx(0, "{mx}"),
			spf("include:spf.protection.outlook.com -all"),
			cname("autodiscover", "autodiscover.outlook.com"),
			txt("{proof}"),
			...keys(["selector1", "selector2"], "{key}-{domain-dashes}._domainkey.{dkim}"),
		),
		mailServer(
			/^([a-z\d-]+\.(?:mail\.protection\.outlook\.com|[a-z\d-]+\.mx\.microsoft))\.?$/,
			"{domain-dashes}.mail.protection.outlook.com",
		),
		proof("MS=", "ms\\d{5,}"),
		dkimTarget(
			"selector1-…._domainkey.….onmicrosoft.com",
			"selector[12]-[a-z\\d-]+\\._domainkey\\.",
			"[a-z\\d-]+\\.(?:onmicrosoft\\.com|[a-z]-v\\d+\\.dkim\\.mail\\.microsoft)",
		),
	),
	asks(
		mail(
			["icloud", "iCloud Mail", "https://support.apple.com/102374", "2026-11"],
			mx(10, "mx01.mail.icloud.com"),
			mx(10, "mx02.mail.icloud.com"),
			spf("include:icloud.com ~all"),
			cname("sig1._domainkey", "sig1.dkim.{domain}.at.icloudmailadmin.com"),
			txt("{proof}"),
		),
		proof("apple-domain=", "[a-z\\d]{10,}"),
	),
	asks(
		mail(
			["zoho", "Zoho Mail", zohoHelp, "2026-11"],
			mx(10, "mx.zoho.com"),
			mx(20, "mx2.zoho.com"),
			mx(50, "mx3.zoho.com"),
			spf("include:zoho.com ~all"),
			txt("{proof}"),
			key("{selector}"),
		),
		proof("zoho-verification=", "zb\\w+\\.zmverify\\.zoho\\.com"),
		...selectorAndDkim,
	),
	asks(
		mail(
			["zoho-eu", "Zoho Mail EU", zohoHelp, "2026-11"],
			mx(10, "mx.zoho.eu"),
			mx(20, "mx2.zoho.eu"),
			mx(50, "mx3.zoho.eu"),
			spf("include:zohomail.eu ~all"),
			txt("{proof}"),
			key("{selector}"),
		),
		proof("zoho-verification=", "zb\\w+\\.zmverify\\.zoho\\.eu"),
		...selectorAndDkim,
	),
	asks(
		mail(
			["proton", "Proton Mail", "https://proton.me/support/custom-domain", "2026-11"],
			mx(10, "mail.protonmail.ch"),
			mx(20, "mailsec.protonmail.ch"),
			spf("include:_spf.protonmail.ch ~all"),
			txt("{proof}"),
			...keys(["protonmail", "protonmail2", "protonmail3"], "{key}.domainkey.{dkim}.domains.proton.ch"),
		),
		proof("protonmail-verification=", "[\\da-f]{30,}"),
		dkimTarget(
			"protonmail.domainkey.….domains.proton.ch",
			"protonmail[23]?\\.domainkey\\.",
			"[a-z\\d]{20,63}",
			"\\.domains\\.proton\\.ch",
		),
	),
	asks(
		mail(
			[
				"yandex",
				"Yandex 360",
				"https://yandex.com/support/yandex-360/business/admin/en/domains/dns-editor/mx-records",
				"2026-11",
			],
			mx(10, "mx.yandex.net"),
			spf("redirect=_spf.yandex.net"),
			txt("{proof}"),
			key("mail"),
		),
		proof("yandex-verification: ", "[\\da-f]{10,}"),
		dkim,
	),
	asks(
		mail(
			["vk", "VK WorkSpace", "https://biz.mail.ru/", "2026-11"],
			mx(10, "emx.mail.ru"),
			spf("redirect=_spf.mail.ru"),
			txt("{proof}"),
			key("mailru"),
		),
		proof("mailru-verification: ", "[\\da-f]{10,}"),
		dkim,
	),
	asks(
		mail(
			[
				"private-email",
				"Namecheap",
				"https://www.namecheap.com/support/knowledgebase/article.aspx/1340/2176/namecheap-private-email-records-for-domains-with-thirdparty-dns/",
				"2026-11",
			],
			mx(10, "mx1.privateemail.com"),
			mx(10, "mx2.privateemail.com"),
			spf("include:spf.privateemail.com ~all"),
			key("default"),
		),
		dkim,
	),
	asks(
		mail(
			["infomaniak", "Infomaniak", "https://www.infomaniak.com/en/support", "2026-11"],
			mx(5, "mta-gw.infomaniak.ch"),
			spf("include:spf.infomaniak.ch -all"),
			key("{selector}"),
		),
		...selectorAndDkim,
	),
	asks(
		mail(
			["rackspace", "Rackspace", "https://docs.rackspace.com/docs/dns-record-definitions", "2026-11"],
			mx(10, "mx1.emailsrvr.com"),
			mx(20, "mx2.emailsrvr.com"),
			spf("include:emailsrvr.com ~all"),
			key("{selector}"),
		),
		...selectorAndDkim,
	),
	asks(
		mail(
			["migadu", "Migadu", "https://www.migadu.com/guides/", "2026-11"],
			mx(10, "aspmx1.migadu.com"),
			mx(20, "aspmx2.migadu.com"),
			spf("include:spf.migadu.com -all"),
			...keys(["key1", "key2", "key3"], "{key}.{domain}._domainkey.migadu.com"),
			txt("{proof}"),
		),
		proof("hosted-email-verify=", "\\w{6,}"),
	),
	asks(
		mail(
			["tuta", "Tuta", "https://tuta.com/support", "2026-11"],
			mx(10, "mail.tutanota.de"),
			spf("include:spf.tutanota.de -all"),
			...keys(["s1", "s2"], "{key}.domainkey.tutanota.de"),
			txt("{proof}"),
		),
		proof("t-verify=", "[\\da-f]{20,}"),
	),
	asks(
		mail(
			["purelymail", "Purelymail", "https://purelymail.com/docs/domainDocs", "2026-11"],
			mx(50, "mailserver.purelymail.com"),
			spf("include:_spf.purelymail.com ~all"),
			txt("{proof}"),
		),
		proof("purelymail_ownership_proof=", "[\\w+/-]{20,}={0,2}"),
	),
	asks(
		mail(
			["simplelogin", "SimpleLogin", "https://simplelogin.io/docs/custom-domain/add-domain/", "2026-11"],
			mx(10, "mx1.simplelogin.co"),
			mx(20, "mx2.simplelogin.co"),
			spf("include:simplelogin.co ~all"),
			...keys(["dkim", "dkim02", "dkim03"], "{key}._domainkey.simplelogin.co"),
			txt("{proof}"),
		),
		proof("sl-verification=", "\\w{10,}"),
	),
	asks(
		mail(
			[
				"titan",
				"Titan",
				"https://support.titan.email/hc/en-us/articles/900000573186-What-are-SPF-records-and-why-are-they-important",
				"2026-11",
			],
			mx(10, "mx1.titan.email"),
			mx(20, "mx2.titan.email"),
			spf("include:spf.titan.email ~all"),
			key("{selector}"),
		),
		...selectorAndDkim,
	),
	asks(
		mail(
			["beget", "Beget", "https://beget.com/en/kb", "2026-11"],
			mx(10, "mx1.beget.com"),
			mx(20, "mx2.beget.com"),
			spf("redirect=beget.com"),
			key("{selector}"),
		),
		...selectorAndDkim,
	),
	asks(
		mail(
			["timeweb", "Timeweb", "https://timeweb.com/ru/docs/chasto-zadavaemye-voprosy/pochta-faq/", "2026-11"],
			mx(10, "mx1.timeweb.ru"),
			mx(20, "mx2.timeweb.ru"),
			spf("include:_spf.timeweb.ru ~all"),
			key("{selector}"),
		),
		...selectorAndDkim,
	),
];

/** The last template is for a domain without mail. */
export const mailProviders: readonly Provider[] = [
	...askingMailProviders,
	mail(
		["fastmail", "Fastmail", "https://www.fastmail.help/hc/en-us/articles/360060591153", "2026-11"],
		mx(10, "in1-smtp.messagingengine.com"),
		mx(20, "in2-smtp.messagingengine.com"),
		spf("include:spf.messagingengine.com ?all"),
		...keys(["fm1", "fm2", "fm3"], "{key}.{domain}.dkim.fmhosted.com"),
	),
	mail(
		[
			"hostinger",
			"Hostinger",
			"https://www.hostinger.com/support/1583673-what-is-the-spf-record-for-hostinger-email/",
			"2026-11",
		],
		mx(5, "mx1.hostinger.com"),
		mx(10, "mx2.hostinger.com"),
		spf("include:_spf.mail.hostinger.com ~all"),
		...keys(["hostingermail-a", "hostingermail-b", "hostingermail-c"], "{key}.dkim.mail.hostinger.com"),
	),
	mail(
		[
			"ovh",
			"OVHcloud",
			"https://help.ovhcloud.com/csm/en-dns-spf-record?id=kb_article_view&sysparm_article=KB0051705",
			"2026-11",
		],
		mx(1, "mx1.mail.ovh.net"),
		mx(5, "mx2.mail.ovh.net"),
		mx(100, "mx3.mail.ovh.net"),
		spf("include:mx.ovh.com ~all"),
	),
	mail(
		[
			"ionos-us",
			"IONOS (USA)",
			"https://www.ionos.com/help/domains/configuring-mail-servers-and-other-related-records/using-an-spf-record-to-prevent-spam/",
			"2026-11",
		],
		mx(10, "mx00.ionos.com"),
		mx(10, "mx01.ionos.com"),
		spf("include:_spf-us.ionos.com ~all"),
	),
	mail(
		["gandi", "Gandi", "https://docs.gandi.net/en/domain_names/common_operations/dns_records.html", "2026-11"],
		mx(10, "spool.mail.gandi.net"),
		mx(50, "fb.mail.gandi.net"),
		spf("include:_mailcust.gandi.net ?all"),
		...keys(["gm1", "gm2", "gm3"], "{key}.gandimail.net"),
	),
	mail(
		[
			"mailbox-org",
			"mailbox.org",
			"https://kb.mailbox.org/en/private/custom-domains/using-e-mails-with-a-custom-domain",
			"2026-11",
		],
		mx(10, "mxext1.mailbox.org"),
		mx(10, "mxext2.mailbox.org"),
		mx(20, "mxext3.mailbox.org"),
		spf("include:mailbox.org ~all"),
		...keys(["MBO0001", "MBO0002", "MBO0003", "MBO0004"], "{key}._domainkey.mailbox.org"),
	),
	mail(
		["runbox", "Runbox", "https://help.runbox.com/runbox-spf/", "2026-11"],
		mx(10, "mx.runbox.com"),
		spf("include:spf.runbox.com -all"),
	),
	mail(
		["improvmx", "ImprovMX", "https://improvmx.com/guides/configure-your-dns/", "2026-11"],
		mx(10, "mx1.improvmx.com"),
		mx(20, "mx2.improvmx.com"),
		spf("include:spf.improvmx.com ~all"),
		...keys(["dkimprovmx1", "dkimprovmx2"], "{key}.improvmx.com"),
	),
	mail(
		["no-mail", "No mail at all", "https://www.rfc-editor.org/rfc/rfc7505", "2026-11"],
		mx(0, "."),
		spf("-all"),
		txt("v=DMARC1; p=reject", "_dmarc"),
	),
];
