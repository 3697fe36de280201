"""Follows all links of a site: scrapy crawl pages -a start=http://127.0.0.1:8080/ -O pages.jsonl"""
import scrapy
from scrapy.linkextractors import LinkExtractor


class PagesSpider(scrapy.Spider):
    name = "pages"

    async def start(self):
        yield scrapy.Request(self.start_url)

    def __init__(self, start, **kwargs):
        super().__init__(**kwargs)
        self.start_url = start
        # Links as they are: Scrapy asks for what stands there, and only the fingerprint is by the rules.
        self.links = LinkExtractor(allow="^" + start)

    def parse(self, response):
        yield {"url": response.url, "page": response.headers.get("X-Page", b"").decode()}
        for link in self.links.extract_links(response):
            yield response.follow(link.url, self.parse)
