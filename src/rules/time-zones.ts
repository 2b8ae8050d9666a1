/** The runtime still returns these old names. */
const renamed: ReadonlyMap<string, string> = new Map([
	["Africa/Asmera", "Africa/Asmara"],
	["America/Buenos_Aires", "America/Argentina/Buenos_Aires"],
	["America/Catamarca", "America/Argentina/Catamarca"],
	["America/Coral_Harbour", "America/Atikokan"],
	["America/Cordoba", "America/Argentina/Cordoba"],
	["America/Godthab", "America/Nuuk"],
	["America/Indianapolis", "America/Indiana/Indianapolis"],
	["America/Jujuy", "America/Argentina/Jujuy"],
	["America/Louisville", "America/Kentucky/Louisville"],
	["America/Mendoza", "America/Argentina/Mendoza"],
	["Asia/Calcutta", "Asia/Kolkata"],
	["Asia/Katmandu", "Asia/Kathmandu"],
	["Asia/Rangoon", "Asia/Yangon"],
	["Asia/Saigon", "Asia/Ho_Chi_Minh"],
	["Atlantic/Faeroe", "Atlantic/Faroe"],
	["Europe/Kiev", "Europe/Kyiv"],
	["Pacific/Enderbury", "Pacific/Kanton"],
	["Pacific/Ponape", "Pacific/Pohnpei"],
	["Pacific/Truk", "Pacific/Chuuk"],
]);

/** `Europe/Kyiv` for `Europe/Kiev`. */
export function zoneName(timeZone: string): string {
	return renamed.get(timeZone) ?? timeZone;
}

/**
 * By its IANA name, old or current, in upper or lower case, or by its city alone. Returns the spelling of the runtime.
 */
export function findZone(text: string): string | undefined {
	// Offsets such as +03:00 ignore daylight saving time.
	if (!/^[a-z]/i.test(text)) return undefined;
	const name = text.replace(/ +/g, "_");
	try {
		return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone;
	} catch {
		const city = `/${name.toLowerCase()}`;
		const isCity = (zone: string) => zone.toLowerCase().endsWith(city);
		return Intl.supportedValuesOf("timeZone").find((zone) => isCity(zone) || isCity(zoneName(zone)));
	}
}
