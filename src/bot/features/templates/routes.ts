import { z } from "zod";
import { domain, domains, draftId, noticeKey } from "../../screens/params.ts";
import { route } from "../../screens/route.ts";

/**
 * `domain`: the domain to change, or "" if there are several. `domains`: the names of several domains. `draftId`: an
 * operation with unconfirmed changes. The records of the template are added to these changes.
 */
const target = { domain, domains: domains.optional(), draftId };

export const templatesRoutes = {
	/**
	 * Lists the templates that can be applied. `sets`: show only the templates of mail providers or of website providers.
	 */
	dnsTemplates: route("dns_templates", { ...target, sets: z.enum(["mail", "site"]).optional(), noticeKey }),
	/** Shows the records of one template. `sure`: true if the screen asks whether to delete the template. */
	dnsTemplate: route("dns_template", { ...target, template: z.string(), noticeKey, sure: z.boolean().optional() }),
	/**
	 * Asks for the value of one variable of a template.
	 * - `values`: the answers so far by name. An empty answer means that the person skipped the variable.
	 * - `broken`: the record that would be invalid with the last answer. `index` is its position in the template.
	 */
	dnsTemplateValue: route(
		"dns_template_value",
		{
			...target,
			template: z.string(),
			variable: z.string(),
			values: z.record(z.string(), z.string()),
			noticeKey,
			broken: z.object({ index: z.number(), problem: z.string() }).optional(),
		},
		{ acceptsTokenLike: (_text, { variable }) => variable !== "account" },
	),
	/**
	 * Asks for a name under which the domain's records are saved as a template. The person can also send a whole template
	 * as text. `line`: the line of that text that is not a record. `problem`: what is wrong with the line, if known.
	 */
	dnsTemplateSave: route("dns_template_save", {
		domain,
		draftId: target.draftId,
		noticeKey,
		line: z.string().optional(),
		problem: z.string().optional(),
	}),
};
