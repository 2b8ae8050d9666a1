import { z } from "zod";
import { bad, domain } from "../../screens/params.ts";
import { question, route } from "../../screens/route.ts";

export const registerRoutes = {
	registerYears: question("register_years", { domain, bad }),
	registerLabel: question("register_label", { domain, years: z.number(), bad }),
	registerReference: question("register_reference", { domain, years: z.number(), label: z.string().nullable(), bad }),
	busy: route("busy", { domain, reference: z.string(), mine: z.boolean() }),
	noPrice: route("no_price", { domain }),
};
