"""The handbook as its files say it is: pages, scripts, and what is made of them for the site."""

from .book import Handbook
from .pages import Fence, Page
from .scripts import DEVICES, Broken, Script

__all__ = ["DEVICES", "Broken", "Fence", "Handbook", "Page", "Script"]
