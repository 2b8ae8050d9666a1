import type { TemplateRecord, Variable, ZoneTemplate } from "../templates.ts";

/** The DNS records that a provider of mail or websites requires. */
export interface Provider extends ZoneTemplate {
	/** A stable name of at most sixteen characters, so that it fits into the data of a button. */
	key: string;
	name: string;
	sets: "mail" | "site";
	/** The page of the provider's documentation. */
	source: string;
	/** The month in which the records were last compared with the documentation: year and month in ISO 8601. */
	checked: string;
}

type Named = [key: string, name: string, source: string, checked: string];

export function mail([key, name, source, checked]: Named, ...records: TemplateRecord[]): Provider {
	return { key, name, sets: "mail", source, checked, records };
}

export function site([key, name, source, checked]: Named, ...records: TemplateRecord[]): Provider {
	return { key, name, sets: "site", source, checked, records };
}

export function asks(variable: Variable, provider: Provider): Provider {
	return { ...provider, asks: variable };
}

export const mx = (priority: number, value: string): TemplateRecord => ({ type: "MX", hostname: "@", value, priority });
export const txt = (value: string, hostname = "@"): TemplateRecord => ({ type: "TXT", hostname, value });
export const a = (value: string): TemplateRecord => ({ type: "A", hostname: "@", value });
export const aaaa = (value: string): TemplateRecord => ({ type: "AAAA", hostname: "@", value });
export const cname = (hostname: string, value: string): TemplateRecord => ({ type: "CNAME", hostname, value });
export const spf = (rest: string): TemplateRecord => txt(`v=spf1 ${rest}`);
