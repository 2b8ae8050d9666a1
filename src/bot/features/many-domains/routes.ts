import { domains, noticeKey } from "../../screens/params.ts";
import { route } from "../../screens/route.ts";

/** The screens for changes to several domains at once. `domains`: the names in punycode. */
export const manyDomainsRoutes = {
	manyDns: route("many_dns", { domains, noticeKey }),
	manyEdge: route("many_edge", { domains, noticeKey }, { acceptsTokenLike: () => true }),
};
