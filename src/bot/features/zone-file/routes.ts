import { z } from "zod";
import { domain, draftId } from "../../screens/params.ts";
import { route } from "../../screens/route.ts";

/**
 * A text of at least this length is refused, because it may be only the first part of a file. A Telegram client splits
 * a text above 4,096 characters, and may split it a little earlier.
 */
export const longestText = 4_000;

export const zoneFileRoutes = {
	/** The screen that exports records to a file, and says how to import them. */
	dnsFile: route("dns_file", { domain, draftId }),
	/** A message with the exported file. */
	dnsExport: route("dns_export", { domain, format: z.enum(["zone", "csv", "json"]) }),
	/**
	 * Shows a received file and the ways to import it.
	 * - `text`: the content, if the person sent it as a text message.
	 * - `at`: when they sent this message, as a Unix time in seconds. A message shortly after this time may be the next
	 *   part of the text.
	 * - `fileId`: Telegram's id of the file, if the person sent a file.
	 * - `fileDomain`: the domain in the name of the file, if it has one.
	 * - `anyway`: true if the records are imported although the file is for another domain.
	 */
	dnsImport: route("dns_import", {
		domain,
		text: z.string().max(longestText).optional(),
		fileId: z.string().optional(),
		fileDomain: domain.optional(),
		anyway: z.boolean().optional(),
		at: z.number().optional(),
		draftId,
	}),
};
