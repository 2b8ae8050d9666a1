import { z } from "zod";
import { domain, noticeKey } from "../../screens/params.ts";
import { route } from "../../screens/route.ts";

export const templatesRoutes = {
	/** The providers whose records can be applied to a domain. */
	dnsTemplates: route("dns_templates", { domain }),
	/** The records of one provider. */
	dnsTemplate: route("dns_template", { domain, template: z.string(), noticeKey }),
};
