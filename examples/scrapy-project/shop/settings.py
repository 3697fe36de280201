"""Settings: requests are told apart by the keys of Dustpan's rules."""
BOT_NAME = "shop"
SPIDER_MODULES = ["shop.spiders"]
REQUEST_FINGERPRINTER_CLASS = "shop.dustpan_rules.DustpanFingerprinter"
CONCURRENT_REQUESTS = 1
CLOSESPIDER_PAGECOUNT = 1500
TELNETCONSOLE_ENABLED = False
LOG_LEVEL = "WARNING"
