import { bad, domain } from "../../screens/params.ts";
import { question, route } from "../../screens/route.ts";

export const nameserversRoutes = {
	nameservers: route("nameservers", { domain, bad }),
	nameserversAsk: question("nameservers_ask", { domain, bad }),
};
