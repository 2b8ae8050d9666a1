import { domain } from "../../screens/params.ts";
import { route } from "../../screens/route.ts";

export const edgeRoutes = {
	edge: route("edge", { domain }, { acceptsTokenLike: () => true }),
};
