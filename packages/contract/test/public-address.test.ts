import { describe, expect, it } from "vitest";
import { isPublic } from "../src/public-address.ts";

describe("an address", () => {
	it.each(["8.8.8.8", "1.1.1.1", "172.32.0.1", "2606:4700::1111", "2a00:1450:4001::1"])("%s is public", (address) => {
		expect(isPublic(address)).toBe(true);
	});

	it.each([
		["127.0.0.1", "loopback"],
		["127.8.9.10", "loopback"],
		["0.0.0.0", "this host"],
		["0.1.2.3", "this network"],
		["10.0.0.1", "private"],
		["172.16.0.1", "private"],
		["192.168.1.1", "private"],
		["169.254.169.254", "metadata"],
		["100.64.0.1", "shared by carriers"],
		["192.0.0.8", "protocol assignments"],
		["192.0.2.1", "documentation"],
		["198.18.0.1", "benchmarks"],
		["224.0.0.1", "multicast"],
		["240.0.0.1", "reserved"],
		["255.255.255.255", "broadcast"],
		["::", "nobody"],
		["::1", "loopback"],
		["::7f00:1", "IPv4-compatible"],
		["::ffff:10.0.0.1", "mapped"],
		["::ffff:8.8.8.8", "mapped"],
		["64:ff9b::a00:1", "NAT64"],
		["64:ff9b:1::1", "local NAT64"],
		["2002:a00:1::", "6to4"],
		["2001::1", "Teredo"],
		["2001:db8::1", "documentation"],
		["fc00::1", "unique local"],
		["fd00:ec2::254", "metadata"],
		["fe80::1", "link-local"],
		["fec0::1", "site-local"],
		["ff02::1", "multicast"],
		["100::1", "discard"],
		["5f00::1", "segment routing"],
		["example.com", "a name"],
		["", "nothing"],
	])("%s is not public: %s", (address) => {
		expect(isPublic(address)).toBe(false);
	});
});
