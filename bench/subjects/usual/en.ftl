help =
    <b>What the bot can do</b>

    /account — Your account and its balance
    /search — Search domains: /search example
    /domains — Your domains
    /orders — What you have ordered
    /dns — The DNS records of a domain
    /ns — The nameservers of a domain
    /connect — Connect your account
    /settings — Language and time zone

    Just type: a domain (<code>example.com</code>), a keyword (<code>example</code>), a list, or an order number (<code>#4K7Q</code>).

    Nothing is bought until you tap the green button.
settings =
    <b>Settings</b>

    Language: { $language }
    Time zone: { $zone }
settings-language = Language
settings-back = Back
language = <b>Language</b>
search-ask = Which domain are you looking for? Send a name or a keyword.
search-unreadable = “{ $text }” is not a name. Send a name or a keyword.
search-found = { $text } is available.
