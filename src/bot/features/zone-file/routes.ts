import { z } from "zod";
import { domain } from "../../screens/params.ts";
import { route } from "../../screens/route.ts";

/** Telegram splits a text above 4,096 characters, so a text of this length may be the first part of a file. */
export const longestText = 4_000;

export const zoneFileRoutes = {
	/** The page from which records are exported and imported. */
	dnsFile: route("dns_file", { domain }),
	/** A message with the exported file. */
	dnsExport: route("dns_export", { domain, format: z.enum(["zone", "csv", "json"]) }),
	/**
	 * A received file and what can be done with it. It is kept as the text that the person sent, or as Telegram's id of the
	 * file. `anyway`: the file is for another domain, and the person wants its records for this one.
	 */
	dnsImport: route("dns_import", {
		domain,
		text: z.string().max(longestText).optional(),
		fileId: z.string().optional(),
		anyway: z.boolean().optional(),
	}),
};
