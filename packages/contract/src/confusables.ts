/**
 * From confusables.txt of Unicode 17.0 (UTS 39), © 2025 Unicode, Inc., https://www.unicode.org/terms_of_use.html,
 * reduced to what a domain name may contain and written in lower case, by code point in hexadecimal.
 * `.ci/confusables.ts` printed these rows.
 */
const rows = `
	2 14bf
	3 0969 0ae9 16f3b 118ca
	4 13ce
	6 2cd3 0431 13ee 118d5
	7 118c6
	8 09ea 0a6a 0223 1031a
	9 0a67 0b68 09ed 0d6d 2ccb 118cc 118d6
	a 0251 03b1 0430 13aa 15c5 a4ee 16f40 102a0
	aa a733
	ae 00e6 04d5
	ao a735
	au a737
	av a739 a73b
	ay a73d
	b 13cf 1472 15af 13f4 15f7 a4d0 10282 102a1 10301
	c 1d04 2ca5 0441 1004 105a 1043d 118e9 13df a4da 102a2 10302 1051c
	d 0501 13e7 146f a4d2 13a0 15de 15ea a4d3
	dz 02a3
	e ab32 0435 04bd 2d39 13ac a4f0 10286
	f ab35 a799 0192 1e9d 0584 15b4 a4dd 118c2 10287 102a5 10525
	g 0261 1d83 018d 0581 13c0 13f3 a4d6
	h 04bb 0570 13c2 13bb 157c a4e7 102cf
	i 0131 026a 0269 03b9 2c93 0456 a647 0582 13a5 118c3
	j 03f3 0458 13ab 148d a4d9
	k 13e6 16d5 a4d7 10518
	l 0661 06f1 01c0 04cf 05d5 05df 0627 07ca 2d4f 16c1 a4f2 16f28 1028a 10309 11dda 11de1 13de 14aa a4e1 16f16 10526
	ll 01c1 05f0
	ls 02aa
	lz 02ab
	m 13b7 15f0 16d6 a4df 102b0 10311
	n 0578 057c a4e0 10513
	o 0966 09e6 0a66 0ae6 0b66 0be6 0c66 0d66 0e50 0ed0 1040 17e0 114d0 0665 06f5 1d0f 1d11 ab3d 03bf 03c3 2c9f 03ed 043e 10ff 0585 05e1 0647 06be 06c1 06d5 0d20 101d 104ea 118c8 118d7 1042c 07c0 0ce6 3007 118e0 2d54 12d0 0b20 a4f3 10292 102ab 10516 11de0
	oe 0153
	oo a74f a699
	p 00fe 01bf 03c1 03f8 2ca3 2ccf 0440 13e2 146d a4d1 10295
	q 051b 0563 0566 2d55
	r ab47 ab48 1d26 2c85 0433 13a1 13d2 1587 a4e3 16f35
	rn 118e3 11700
	s a731 01bd 0455 0d1f 118c1 10448 13d5 13da a4e2 16f3a 10296
	t 13a2 a4d4 16f0a 10297 102b1 10315
	tf a777
	ts 02a6
	u a79f 1d1c ab4e ab52 028b 03c5 057d 104f6 118d8 1200 144c a4f4 16f42
	ue 1d6b
	uo ab63
	v 1d20 03bd 0475 05d8 11706 118c0 0667 06f7 2d38 13d9 142f a6df a4e6 16f08 1051d
	w 026f 1d21 2cbd 0461 0448 051d 0561 1170a 1170e 1170f 118e6 13b3 13d4 a4ea
	x 0445 1541 157d 2d5d 16b7 a4eb 10290 102b4 10317 10527
	y 0263 1d8c 028f 1eff ab5a 03b3 2ca9 0443 04af 10e7 118dc 13a9 13bd a4ec 16f43 102b2
	z 1d22 118c4 118e5 13c3 a4dc
`;

/** The values have one or two ASCII characters. */
export const confusables: ReadonlyMap<string, string> = new Map(
	rows
		.trim()
		.split("\n")
		.flatMap((row) => {
			const [like = "", ...codes] = row.trim().split(" ");
			return codes.map((code) => [String.fromCodePoint(Number.parseInt(code, 16)), like] as const);
		}),
);
