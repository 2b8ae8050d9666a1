export type Method = "GET" | "POST" | "PUT" | "PATCH";

interface Endpoint {
	readonly method: Method;
	/** Relative to the base address. `{domain}` is the only parameter. */
	readonly path: string;
	/** Changes data and so requires an Idempotency-Key. */
	readonly mutation: boolean;
}

/** The order is that of docs/service.md, "Endpoints". */
export const endpoints = {
	account: { method: "GET", path: "/account", mutation: false },
	zones: { method: "GET", path: "/zones", mutation: false },
	search: { method: "GET", path: "/domains/search", mutation: false },
	searchBatch: { method: "POST", path: "/domains/search/batch", mutation: false },
	domains: { method: "GET", path: "/domains", mutation: false },
	domain: { method: "GET", path: "/domains/{domain}", mutation: false },
	register: { method: "POST", path: "/domains/register", mutation: true },
	registerBatch: { method: "POST", path: "/domains/register/batch", mutation: true },
	renew: { method: "POST", path: "/domains/{domain}/renew", mutation: true },
	renewBatch: { method: "POST", path: "/domains/renew/batch", mutation: true },
	dns: { method: "GET", path: "/domains/{domain}/dns", mutation: false },
	replaceDns: { method: "PUT", path: "/domains/{domain}/dns", mutation: true },
	replaceNameservers: { method: "PATCH", path: "/domains/{domain}/nameservers", mutation: true },
	bindEdge: { method: "POST", path: "/domains/{domain}/edge/bind", mutation: true },
	deliveries: { method: "GET", path: "/webhook/deliveries", mutation: false },
} as const satisfies Record<string, Endpoint>;
export type EndpointName = keyof typeof endpoints;
