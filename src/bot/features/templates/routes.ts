import { z } from "zod";
import { domain, domains, noticeKey } from "../../screens/params.ts";
import { route } from "../../screens/route.ts";

/** The domain to change; "" for several. `domains`: the names of several domains. */
const target = { domain, domains: domains.optional() };

export const templatesRoutes = {
	/** The templates that can be applied. `sets`: only the providers of this kind, instead of a choice. */
	dnsTemplates: route("dns_templates", { ...target, sets: z.enum(["mail", "site"]).optional(), noticeKey }),
	/** The records of one template. */
	dnsTemplate: route("dns_template", { ...target, template: z.string(), noticeKey }),
	/** Asks for the name of a template of the domain's records. */
	dnsTemplateSave: route("dns_template_save", { domain, noticeKey }),
};
