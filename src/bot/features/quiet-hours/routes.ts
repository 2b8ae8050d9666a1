import { z } from "zod";
import { noticeKey, rejectedInput } from "../../screens/params.ts";
import { route } from "../../screens/route.ts";

export const quietHoursRoutes = {
	quietHours: route("quiet_hours", { noticeKey, rejectedInput }),
	/**
	 * Lists the notifications that were held during quiet hours. `more`: the number of held notifications that are not in
	 * `subjects`. `store/held.ts` creates this screen.
	 */
	held: route("held", {
		subjects: z.array(z.object({ kind: z.string(), id: z.number(), dedupKey: z.string() })),
		more: z.number(),
		page: z.number().optional(),
	}),
};
