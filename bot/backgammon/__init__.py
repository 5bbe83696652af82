from .position import *
from .plays import *
