import { domains, noticeKey } from "../../screens/params.ts";
import { route } from "../../screens/route.ts";

/** Changes of several domains at once. `domains`: their names in ASCII. */
export const manyDomainsRoutes = {
	manyDns: route("many_dns", { domains, noticeKey }),
	manyEdge: route("many_edge", { domains, noticeKey }, { acceptsTokenLike: () => true }),
};
