import type { DomainName, NameRefusal } from "@domains/contract/names.ts";
import type { RecordSentence, UnsupportedRecord } from "@domains/dns/zone-file/parsed-zone.ts";
import type { NameList } from "./list.ts";

/** A page about a domain, or about all of them. */
export const domainPages = ["restorePoints", "templates", "tags", "note", "alerts"] as const;
export type DomainPage = (typeof domainPages)[number];
/** A page of the account or of the person. */
export const ownPages = ["quietHours", "language", "token", "connect"] as const;

/** What a sentence asks for, with every name and number in it. Domains are in punycode. It never spends by itself. */
export type Request =
	| { wants: "top_up"; cents: number | null }
	| { wants: "register"; names: string[]; years: number }
	| { wants: "search"; words: string }
	| { wants: "renew"; names: string[]; years: number | null }
	/** `days` is null if the person wants to renew everything. */
	| { wants: "renew_expiring"; days: number | null }
	| { wants: "expiring"; days: number | null }
	/** `month` counts from 1. `ago`: 0 for this month, 1 for the last one. */
	| { wants: "spending"; month?: number; ago?: number; year?: number }
	| { wants: "portfolio"; extension?: string; blocked?: boolean }
	/**
	 * A record to add. `at` is a domain, or a name below it. `replaces`: the record takes the place of those of the same
	 * name and type.
	 */
	| { wants: "record"; at: string; host: string; record: string; replaces: boolean }
	| { wants: "records"; at: string; search: string }
	| { wants: "nameservers"; names: string[]; servers: string[] }
	| { wants: "freeze"; name: string }
	| { wants: "watch"; name: string; cents: number | null }
	/** `name` is empty for all watched names. */
	| { wants: "watched"; name: string }
	/** The records of a provider. `key` is that of its template. */
	| { wants: "template"; at: string; key?: string; sets?: "mail" | "site" }
	/** `name` is empty for all domains. */
	| { wants: DomainPage; name: string }
	| { wants: (typeof ownPages)[number] }
	| { wants: "help"; about: string }
	| { wants: "prices"; extension: string }
	| { wants: "card"; name: string }
	| { wants: "sale" | "backorder" | "appraisal"; name: string }
	/** `cap`: the limit of a day. `low`: the balance below which the person is notified. */
	| { wants: "limits"; which?: "cap" | "low"; cents?: number }
	| { wants: "auto_renew"; name: string }
	| { wants: "withdrawal" | "refund" }
	/** It begins with a verb of money or of change, so it is no name to search for. */
	| { wants: "unread" }
	| { wants: "cancel" | "balance" | "orders" | "undo" };

/** Judged only by the text's format. */
export type Intent =
	/** The caller deletes the message and stores nothing from it except the token. */
	| { is: "token"; token: string }
	/** Such as `#4K7Q`. */
	| { is: "reference"; reference: string }
	/** Such as `www A 203.0.113.5`. */
	| ({ is: "record" } & RecordSentence)
	/**
	 * A type that the bot adds only from a file, such as `_443._tcp TLSA 3 1 1 0f3a…`. Of several DNSSEC records, the
	 * first one.
	 */
	| ({ is: "unsupported_record" } & UnsupportedRecord)
	| { is: "zone_file"; text: string }
	/**
	 * Typed, or taken from a link or a sentence. `joined` is the name together with a few words before it:
	 * `northwindcoffee.net` in "northwind coffee.net".
	 */
	| ({ is: "name"; joined?: DomainName } & DomainName)
	/** The bot searches it with several TLDs. */
	| ({ is: "base" } & DomainName)
	/** Also several words that look like attempts at names. `names` may be empty. */
	| ({ is: "names" } & NameList)
	/** Not well formed. `text` is truncated for display. */
	| ({ is: "refused"; text: string } & NameRefusal)
	/** `base` is the words joined into one, if that can be searched as a name. */
	| { is: "words"; base?: DomainName }
	/** The person may still have meant a name: `base` is the text as a name to search for, if it can be one. */
	| { is: "remark"; about: Remark; base?: DomainName }
	/** The service cannot do it. The text may name a domain, and `base` is the text as a name to search for. */
	| { is: "unsupported"; wants: Unsupported; base?: DomainName }
	/**
	 * A sentence that asks for a purchase, a change, a page or an answer, such as "renew shop.com for 2 years". `base` is
	 * the text as a name to search for, if it can be one.
	 */
	| { is: "request"; request: Request; base?: DomainName }
	/**
	 * It may ask for `meant`, whose misspelt words are corrected. The person is asked first, because the text may as well
	 * be words to search for: `plain`.
	 */
	| { is: "misspelt"; meant: string; plain: Intent }
	/** An empty text or invisible characters. */
	| { is: "nothing" };

/** People know these from other registrars, but the service's specification has no endpoint for them. */
export const unsupported = ["transfer", "auth_code", "registry_lock", "contacts", "dnssec", "deletion"] as const;
export type Unsupported = (typeof unsupported)[number];

export const remarks = ["thanks", "answer", "greeting", "balance", "help", "orders", "domains", "prices"] as const;

/** Thanks, a yes or no (`answer`), a greeting, and requests for a page of the bot. */
type Remark = (typeof remarks)[number] | "auto_renew";
