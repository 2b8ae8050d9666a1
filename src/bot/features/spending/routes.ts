import { route } from "../../screens/route.ts";

export const spendingRoutes = {
	spending: route("spending", {}),
	/** Messages with a file and a picture. */
	spendingFile: route("spending_file", {}),
	spendingPicture: route("spending_picture", {}),
};
